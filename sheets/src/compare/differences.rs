//! Where two runs differ: which messages are elsewhere at an instant, and from when on any is.

use crate::record::{Place, Tracked};
use crate::run::Played;
use queuescope_sim::{Name, Time};

/// Every message that arrives in one of the runs, in the order of the first and then of the other.
fn messages<'p>(
    here: &'p Played,
    there: &'p Played,
) -> impl Iterator<Item = (&'p Name, Option<&'p Tracked>, Option<&'p Tracked>)> {
    let (known, others) = (here.record(), there.record());
    let both = known
        .messages
        .iter()
        .map(|message| (&message.name, Some(message), others.message(&message.name)));
    let more = others.messages.iter().filter(|message| known.message(&message.name).is_none());
    both.chain(more.map(|message| (&message.name, None, Some(message))))
}

/// Where a message is at an instant; none: it has not arrived.
fn place<'p>(played: &Played, message: Option<&'p Tracked>, at: Time) -> Option<&'p Place> {
    let step = played.run.steps_until(at).checked_sub(1)?;
    message?.place(step)
}

/// The messages that are not in one place in both runs at an instant.
pub(super) fn differing<'p>(here: &'p Played, there: &'p Played, at: Time) -> Vec<&'p Name> {
    let all = messages(here, there);
    let elsewhere = all.filter(|(_, one, other)| place(here, *one, at) != place(there, *other, at));
    elsewhere.map(|(name, _, _)| name).collect()
}

/// The first instant at which a message is not in one place in both runs.
pub(super) fn first(here: &Played, there: &Played) -> Option<Time> {
    messages(here, there)
        .filter_map(|(_, one, other)| {
            let mut one = moves(here, one).peekable();
            let mut other = moves(there, other).peekable();
            // Both went the same way so far: where they first go apart, the earlier of the two moves is the instant.
            loop {
                match (one.peek(), other.peek()) {
                    (None, None) => return None,
                    (Some((at, _)), None) | (None, Some((at, _))) => return Some(*at),
                    (Some((at, place)), Some((other_at, other_place))) => {
                        if at != other_at || place != other_place {
                            return Some(*at.min(other_at));
                        }
                    }
                }
                one.next();
                other.next();
            }
        })
        .min()
}

fn moves<'p>(
    played: &'p Played,
    message: Option<&'p Tracked>,
) -> impl Iterator<Item = (Time, &'p Place)> {
    let places = message.map(|message| &*message.places).unwrap_or_default();
    places.iter().map(|(step, place)| (played.at(*step), place))
}
