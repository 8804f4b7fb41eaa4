//! Ordering groups: who is head, what is behind it (O2, O3, O5).
//!
//! A group is a list in arrival order. Its head stays in place while it is in flight, so that a message which
//! comes back is the head without further ado (O6), and whether the group is busy is read off the head's state (O4).

use crate::id::{GroupIndex, Slot};
use crate::message::Message;
use crate::spec::{Key, MissingOrderingKey, Order, QueueSpec};
use crate::store::{Link, Store};
use crate::table::{Table, narrow};
use alloc::boxed::Box;
use alloc::sync::Arc;
use core::hash::{Hash, Hasher};
use rustc_hash::FxHasher;
use slab::Slab;

/// The groups that have messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ordering {
    groups: Slab<Group>,
    index: Table,
}

/// A group that has messages.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) key: Arc<[Box<str>]>,
    pub(crate) head: Slot,
    pub(crate) tail: Slot,
    pub(crate) len: usize,
}

/// Whether a message belongs to a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Membership<'o> {
    /// To none.
    Unordered,
    /// To the one that its values for these components name.
    Group(&'o [Key]),
    /// It lacks this component, and the queue refuses such messages (O12).
    Missing(&'o Key),
}

/// Where a message belongs in a queue of this kind.
pub(crate) fn membership<'o>(spec: &'o QueueSpec, message: &Message) -> Membership<'o> {
    match spec.order() {
        Order::Unordered => Membership::Unordered,
        Order::Whole => Membership::Group(&[]),
        Order::By(key) => {
            let lacking = key.components().iter().find(|key| key.value_in(message).is_none());
            match (lacking, spec.missing_ordering_key()) {
                (None, _) => Membership::Group(key.components()),
                (Some(_), MissingOrderingKey::Unordered) => Membership::Unordered,
                (Some(component), MissingOrderingKey::Reject) => Membership::Missing(component),
            }
        }
    }
}

impl Ordering {
    /// Puts a message at the tail of the group that its values name. One that lacks a value stays in none.
    pub(crate) fn append(&mut self, store: &mut Store, slot: Slot, components: &[Key]) {
        let message = &store[slot].message;
        let values = || components.iter().map_while(|key| key.value_in(message));
        let mut there = 0;
        let hash = hash_values(values().inspect(|_| there += 1));
        if there < components.len() {
            return;
        }
        let known = self
            .index
            .find(hash, &|group| self.groups[group].key.iter().map(|value| &**value).eq(values()));
        let (group, before) = match known {
            Some(group) => {
                let known = &mut self.groups[group];
                known.len += 1;
                (GroupIndex::new(group), Some(core::mem::replace(&mut known.tail, slot)))
            }
            None => {
                let key = values().map(Box::from).collect();
                let fresh = Group { key, head: slot, tail: slot, len: 1 };
                let group = self.groups.insert(fresh);
                self.index.insert(hash, group);
                (GroupIndex::new(group), None)
            }
        };
        if let Some(before) = before
            && let Some(link) = &mut store[before].link
        {
            link.behind = Some(slot);
        }
        store[slot].link = Some(Link { group, before, behind: None });
    }

    /// Takes a message out of its group; returns the new head where it was the head.
    pub(crate) fn unlink(&mut self, store: &mut Store, slot: Slot) -> Option<Slot> {
        let Link { group, before, behind } = store[slot].link.take()?;
        let entry = &mut self.groups[group.place()];
        entry.len -= 1;
        if let Some(before) = before {
            if let Some(link) = &mut store[before].link {
                link.behind = behind;
            }
        } else if let Some(behind) = behind {
            entry.head = behind;
        }
        if let Some(behind) = behind {
            if let Some(link) = &mut store[behind].link {
                link.before = before;
            }
        } else if let Some(before) = before {
            entry.tail = before;
        }
        if entry.len == 0 {
            let hash = hash_values(entry.key.iter().map(|value| &**value));
            self.index.remove(hash, group.place());
            self.groups.remove(group.place());
        }
        if before.is_none() { behind } else { None }
    }

    pub(crate) fn group(&self, group: GroupIndex) -> &Group {
        &self.groups[group.place()]
    }

    /// All groups, in no order that means anything.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (GroupIndex, &Group)> {
        self.groups.iter().map(|(place, group)| (GroupIndex::new(place), group))
    }

    pub(crate) fn len(&self) -> usize {
        self.groups.len()
    }
}

/// One hash for a list of values; values of different lengths do not run into one another (O2).
pub(crate) fn hash_values<'a>(values: impl Iterator<Item = &'a str>) -> u32 {
    let mut hasher = FxHasher::default();
    for value in values {
        value.hash(&mut hasher);
    }
    narrow(hasher.finish())
}
