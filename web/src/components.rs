//! The page's parts: a scene in, messages out. No state of their own but what has the focus.
//!
//! What tests hold on to:
//!
//! | part | found by |
//! |---|---|
//! | transport | `#transport-first`, `-back`, `-play`, `-forward`, `-last`, `#scrubber`, `#speed` |
//! | place | `#place` (`step 5 of 9`), `#clock` (`4 s`), `#narration`, `#live` (the live region) |
//! | lanes | `#lanes`, in it `[data-lane="A"]`, in it `[data-message="a1"][data-state="in-flight"]`, `[data-unfold]`, `.drawer` |
//! | acts | in a drawer `[data-act="ack"]`, `nack`, `retry`, `reject`, `crash`, `dead-letter`, `redrive`, `purge` |
//! | a new message | `#compose`, in the form `#send-name`, `#send-key`, `[data-field="customer"]`, `[data-act="send"]` |
//! | workers | `#workers-card`, in it `[data-worker="W1"]`, `#workers-fewer`, `#workers-more` |
//! | throttles | `#throttles`, in it `[data-throttle="stripe"]`, in it `[data-bucket="acme"]` |
//! | delays | `#delays`, in it `[data-delay="m1"]` |
//! | dead letters | `#dead-letters`, in it `[data-dead="m1"]`, `[data-act="redrive-all"]`, `[data-act="purge-all"]` |
//! | timeline | `#timeline`, in it `[data-bar="a1"]`, `#playhead` |
//! | step table | `#steps`, in it `[data-step-row="4"]` with `aria-current="step"` on the one on screen |
//! | text | `#source` (the text area), `#checks` (its verdict), `#problems`, in it `[data-problem]`, `[data-missed="5"]` by line |
//! | a refused edit | `#notice` |
//! | the rest | `#lesson` (the picker), `#restore`, `#undo`, `#redo`, `#theme`, `#share`, `#help` |
//! | sheets | `#sheet` (the dialog) with `data-sheet="help"`, `[data-tab="metrics"]`, `.pane` |

mod act;
mod dead_letters;
mod delays;
mod draw;
mod icon;
mod lanes;
mod lesson;
mod narration;
mod node;
mod notice;
mod pill;
mod sheet;
mod source;
mod stepper;
mod steps;
mod throttles;
mod timeline;
mod top;
mod transport;
mod tree;
mod workers;

pub(crate) use draw::draw;
pub use draw::{Draw, DrawProps, Part};
pub use icon::Sign;
pub(crate) use node::{el, list};

use icon::icon;
