//! What the fragment of a link carries: a scenario's text, the step on screen, and how it is looked at.
//!
//! `docs/src/links.md` says the same for people, with a decoder in JavaScript. What a released version wrote opens for ever.
//!
//! ```
//! use queuescope_link::{Link, decode, encode_stored};
//! let link = Link { step: 2, text: "at 0s send a1\n".to_owned(), ..Link::default() };
//! let fragment = encode_stored(&link).expect("it is short");
//! assert_eq!(decode(&fragment), Ok(link));
//! ```

#![no_std]

extern crate alloc;

mod checksum;
#[cfg(feature = "encode")]
mod compress;
mod error;
mod fragment;
mod header;
mod inflate;
mod link;
mod stored;

pub use error::LinkError;
pub use fragment::{MAX_FRAGMENT, decode};
pub use inflate::{DICTIONARY, MAX_BYTES};
pub use link::{Link, Rows, View};

#[cfg(feature = "encode")]
pub use fragment::encode;
pub use fragment::encode_stored;

#[cfg(all(test, target_arch = "wasm32"))]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
