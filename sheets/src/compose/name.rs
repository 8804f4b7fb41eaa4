//! A name for one more message.

use queuescope_sim::{Action, Fact, Run};

/// A name for one more message: the last one that arrived, counted on to one that no line sends. What a line sends may be
/// refused and never arrive.
pub(super) fn next_name(run: &Run) -> String {
    let mut last = "m0";
    let arrived = run.steps().iter().rev().flat_map(|step| step.facts.iter().rev());
    for fact in arrived {
        if let Fact::Arrived { message, .. } = fact {
            last = message;
            break;
        }
    }
    let (stem, number) = counted(last);
    let mut number = number.saturating_add(1);
    let mut taken: Vec<(u64, u64)> = Vec::new();
    let mut take = |first: &str, to: &str| {
        let (of, first) = counted(first);
        if of == stem {
            taken.push((first, counted(to).1));
        }
    };
    for line in &run.scenario().script {
        if let Action::Send { messages, .. } = &line.action {
            for sent in messages {
                take(&sent.id, sent.to.as_ref().unwrap_or(&sent.id));
            }
        }
    }
    loop {
        let before = number;
        for &(first, to) in &taken {
            if first <= number && number <= to {
                number = to.saturating_add(1);
            }
        }
        if number == before {
            return format!("{stem}{number}");
        }
    }
}

/// A name without the number at its end, and that number.
fn counted(name: &str) -> (&str, u64) {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem, name[stem.len()..].parse().unwrap_or(0))
}
