//! Which shard a message belongs to, which shard goes next, and which queues have none (S1, S2).

use super::held::Held;
use super::rules::{Component, Order, Rules};
use super::{Flaw, Oracle};

/// Refuses a shard key that would tear groups apart: names the component that the ordering key lacks, if it has one.
pub(super) fn permitted(rules: &Rules) -> Result<(), Option<Component>> {
    let key = &rules.shards.1;
    match &rules.order {
        Order::Whole if !key.is_empty() => Err(None),
        Order::By(components) => match key.iter().find(|part| !components.contains(part)) {
            Some(&lacking) => Err(Some(lacking)),
            None => Ok(()),
        },
        Order::Whole | Order::Unordered => Ok(()),
    }
}

/// The shard of a message: a hash of its shard key's values (S1).
pub(super) fn of(message: &Held, rules: &Rules) -> usize {
    let (count, components) = &rules.shards;
    let mut bytes = Vec::new();
    for &component in components {
        match message.value(component) {
            Some(value) => {
                bytes.push(1);
                bytes.extend_from_slice(&(value.len() as u64).to_le_bytes());
                bytes.extend_from_slice(value.as_bytes());
            }
            None => bytes.push(0),
        }
    }
    // FNV-1a with 64 bits, its upper half xored into its lower one.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    ((hash ^ (hash >> 32)) % u64::from(*count)) as usize
}

impl Oracle {
    /// The shard that goes next: the one served least lately; of those never served, the one with the oldest message.
    pub(super) fn next_shard(&self) -> Option<usize> {
        let with_something = (0..self.rings.len()).filter_map(|shard| {
            let next = self.next_of(shard)?;
            Some((shard, self.rings[shard].served, next.arrival))
        });
        if self.flawed(Flaw::ShardAgain) {
            return with_something.max_by_key(|it| (it.1, it.2)).map(|it| it.0);
        }
        with_something.min_by_key(|it| (it.1, it.2)).map(|it| it.0)
    }
}
