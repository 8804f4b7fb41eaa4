//! What the queue promises, in words.

use crate::scene::words::{counted, in_words};
use crate::session::Played;
use queuescope_sim::{Component, DurabilityDecl, OrderDecl};

pub(super) fn order_in_words(played: &Played) -> String {
    let one = if batches(played) > 1 { "one batch" } else { "one" };
    match &played.scenario().queue.order {
        OrderDecl::Unordered => "unordered: the oldest that may go goes first".to_owned(),
        OrderDecl::Ordered => format!("ordered as a whole: {one} in flight at most"),
        OrderDecl::By(components) => {
            format!(
                "ordered by {} · {one} in flight per group at most",
                components_in_words(components)
            )
        }
    }
}

fn batches(played: &Played) -> u32 {
    played.scenario().queue.batches_of.get()
}

/// `4 shards by header account · in batches of up to 3 · durability fast, reclaim grace 5 s`.
pub(super) fn besides(played: &Played) -> String {
    let queue = &played.scenario().queue;
    let mut parts = Vec::new();
    if let Some(shards) = &queue.shards {
        let count = usize::try_from(shards.count.get()).unwrap_or(usize::MAX);
        parts.push(format!("{} by {}", counted(count, "shard"), components_in_words(&shards.by)));
    }
    if batches(played) > 1 {
        parts.push(format!("in batches of up to {}", batches(played)));
    }
    if queue.durability == DurabilityDecl::Fast {
        parts.push(format!("durability fast, reclaim grace {}", in_words(queue.reclaim_grace)));
    }
    parts.join(" · ")
}

pub(in crate::scene) fn components_in_words(components: &[Component]) -> String {
    let components: Vec<String> = components.iter().map(component_in_words).collect();
    components.join(", ")
}

fn component_in_words(component: &Component) -> String {
    match component {
        Component::Header(name) => format!("header {name}"),
        Component::Attribute(name) => format!("attribute {name}"),
        Component::FairnessKey => "fairness key".to_owned(),
    }
}
