//! Many waits in a row, told as one: the last of a long group waits for each of the others in turn.

use super::{Entry, What};
use queuescope_sim::Name;

/// So many waits for others of the group are told one by one; more of them in a row are told as one.
const MOST_BEHIND: usize = 3;

/// The entries, with many waits for others of the group told as one.
pub(super) fn folded(entries: Vec<Entry>) -> Vec<Entry> {
    let mut told: Vec<Entry> = Vec::new();
    let mut rest = &entries[..];
    while let Some(first) = rest.first() {
        let ahead: Vec<&Name> = rest
            .iter()
            .map_while(|entry| match &entry.what {
                What::Waits(ahead) => ahead.as_ref(),
                What::Arrived | What::Attempt | What::Change => None,
            })
            .collect();
        let (row, behind) = rest.split_at(ahead.len().max(1));
        rest = behind;
        if ahead.len() <= MOST_BEHIND {
            told.extend_from_slice(row);
            continue;
        }
        let mut others = ahead.clone();
        others.dedup();
        let says = match &others[..] {
            [one] => format!("behind {one}, which is in flight and waits by turns"),
            [one, .., last] => format!(
                "behind {} messages of its group, one after the other: {one} to {last}",
                others.len()
            ),
            [] => String::new(),
        };
        let end = row.last().and_then(|last| last.end);
        told.push(Entry { says, end, ..first.clone() });
    }
    told
}
