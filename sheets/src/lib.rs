//! What the page opens when it is asked to: help, ways to share a scenario, what its run comes to.
//!
//! Each sheet is drawn from the text and from what is on screen, and written down as a [`tree`] that the page reads. The page carries
//! none of these: it fetches them, and calls them through JavaScript, which knows strings and numbers.
//!
//! What is drawn is styled by these classes, in `static/sheets.css`; `small`, `act`, `field`, `mono`, `none`, `wrong` and `unseen` are those
//! of the page.
//!
//! | class | what it stands for |
//! |---|---|
//! | `message-name`, `headline` | the message in question; where it is, in a sentence |
//! | `facts` | names and values of what is known: of a message, of the run |
//! | `neighbours` | buttons for the messages before and behind it |
//! | `axis` | the two ends of the time that a story is told of |
//! | `story-of` | the story, whose items are `arrived`, `waits`, `attempt` or `change`, and `ahead` where they are yet to come |
//! | `entry` | an item as a button, with `when`, `says`, `length`, `later`; its `track` has the `extent` and the `playhead` |
//! | `choices`, `choice-of` | messages to choose from |
//! | `measures`, `measure` | small pictures, one a measure; its `line` has the paths `past`, `ahead` and `now` |
//! | `scroll` | what may be wider than its place |
//! | `numbers`, `differences` | tables: of numbers, of what differs |
//! | `found`, `events`, `stops` | lists: what a search found, kinds of event, breakpoints; in each, `item` and `name` |
//! | `jumps`, `add` | the ways to other events; the form for one more breakpoint |
//! | `first`, `what-if` | when two runs first differ; the questions that can be asked |

mod compare;
mod compose;
mod drawer;
mod export;
mod find;
mod form;
mod help;
mod link;
mod message;
mod metrics;
mod record;
mod run;
mod share;
mod state;
mod stepper;
pub mod tree;
mod words;

pub use compare::{differing, differs, other};
pub use export::{export, import};
pub use find::stops;
pub use link::link;
pub use share::embedded;

use state::State;
use tree::{Node, el};

/// A sheet, written down; empty: there is none of that name.
///
/// | sheet | what it is |
/// |---|---|
/// | `drawer` | the message that is selected, and what can be done to it |
/// | `compose` | the form for a new message |
/// | `form` | the scenario as a form |
/// | `help` | what the page is, its keys, how it is read |
/// | `share` | the link, and what the scenario can be taken along as |
/// | `message` | the story of the message that is selected |
/// | `metrics` | what the run has come to, in numbers and over time |
/// | `find` | messages, groups and workers by name, jumps to events, where to stop |
/// | `compare` | what the scenario would come to with one thing otherwise |
///
/// The state is lines of a name and a value: what is on screen, as a link has it, and behind `field.` what was filled in.
pub fn sheet(name: &str, text: &str, state: &str) -> String {
    let state = State(state);
    match name {
        "help" => help::help(),
        "drawer" => of_run(text, |played| drawer::drawer(played, state)),
        "compose" => of_run(text, |played| Some(compose::compose(played, text, state))),
        "form" => form::form(text, state),
        "share" => share::share(text, state),
        "message" => message::message(text, state),
        "metrics" => metrics::metrics(text, state),
        "find" => find::find(text, state),
        "compare" => compare::compare(text, state),
        _ => String::new(),
    }
}

/// What is opened among the lanes, where the text can be carried out.
fn of_run(text: &str, draw: impl FnOnce(&run::Played) -> Option<Node>) -> String {
    let drawn = match run::played(text) {
        Ok(played) => draw(&played),
        Err(_) => Some(el("div.drawer").child(el("p.who").text(words::FROZEN))),
    };
    drawn.map_or_else(String::new, Node::written)
}
