//! The fragment of a link: base64url, without padding, of the version, a checksum and a stream.

use crate::checksum::checksum;
use crate::error::LinkError;
use crate::header;
use crate::inflate::{MAX_BYTES, inflate};
use crate::link::Link;
use crate::stored::stored;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use base64ct::{Base64UrlUnpadded, Encoding};

/// The version that is written, and the newest that is read.
const VERSION: u8 = 1;

/// The longest fragment that is read, in characters: what holds the most, in stored blocks, and 1 KiB for how others make theirs.
pub const MAX_FRAGMENT: usize = (MAX_BYTES + 1024) / 3 * 4;

/// Opens a link by its fragment, with or without the `#` before it.
///
/// # Errors
/// Where it is not what a release of Queuescope that this one knows has written, or was changed since.
pub fn decode(fragment: &str) -> Result<Link, LinkError> {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if fragment.len() > MAX_FRAGMENT {
        return Err(LinkError::TooLong);
    }
    // Where a person can see what is wrong, it is told where.
    let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if let Some(before) = fragment.bytes().position(|byte| !is_usual(byte)) {
        return Err(LinkError::Character { at: before + 1 });
    }
    let bytes = Base64UrlUnpadded::decode_vec(fragment).map_err(|_| LinkError::Damaged)?;
    let (sum, stream) = match bytes.split_first() {
        Some((&VERSION, rest)) => rest.split_first_chunk().ok_or(LinkError::Damaged)?,
        None | Some((0, _)) => return Err(LinkError::Damaged),
        Some((&newer, _)) => return Err(LinkError::Newer(newer)),
    };
    let held = inflate(stream)?;
    if checksum(&held) != u32::from_be_bytes(*sum) {
        return Err(LinkError::Damaged);
    }
    let held = String::from_utf8(held).map_err(|_| LinkError::NotText)?;
    let mut link = Link::default();
    let mut rest = &*held;
    loop {
        let (line, behind) = rest.split_once('\n').ok_or(LinkError::NoText)?;
        if line.is_empty() {
            link.text = behind.to_owned();
            return Ok(link);
        }
        header::read(line, &mut link)?;
        rest = behind;
    }
}

/// The fragment of a link, without a `#`, as short as it gets.
///
/// # Errors
/// Where the text, or what is said beside it, is longer than a link may hold.
#[cfg(feature = "encode")]
pub fn encode(link: &Link) -> Result<String, LinkError> {
    fragment(link, |held| crate::compress::compressed(held).unwrap_or_else(|| stored(held)))
}

/// The same without compressing, for who has no compressor at hand: a third longer than the text itself.
///
/// # Errors
/// Where the text, or what is said beside it, is longer than a link may hold.
pub fn encode_stored(link: &Link) -> Result<String, LinkError> {
    fragment(link, stored)
}

fn fragment(link: &Link, stream: fn(&[u8]) -> Vec<u8>) -> Result<String, LinkError> {
    let held = header::write(link);
    if held.len() > MAX_BYTES {
        return Err(LinkError::TooLong);
    }
    let mut bytes = alloc::vec![VERSION];
    bytes.extend(checksum(held.as_bytes()).to_be_bytes());
    bytes.extend(stream(held.as_bytes()));
    Ok(Base64UrlUnpadded::encode_string(&bytes))
}
