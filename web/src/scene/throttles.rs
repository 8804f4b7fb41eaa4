//! Throttles: how full each bucket is, and when it has room again.

use super::lanes::components_in_words;
use super::words::{counted, in_words};
use crate::session::{Knob, Session};
use queuescope_sim::{LimitDecl, Name, Snapshot, ThrottleDecl, ThrottleView};

/// How many buckets of a throttle there are on screen.
const MOST_BUCKETS: usize = 12;

/// The throttles panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrottlesScene {
    /// The throttles, in the order of their declaration.
    pub throttles: Vec<ThrottleScene>,
    /// Whether nothing can be turned: the text has errors.
    pub frozen: bool,
}

/// A throttle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrottleScene {
    /// Its name.
    pub name: String,
    /// `by header customer`; empty: one bucket for all.
    pub by: String,
    /// The limits that the text declares.
    pub limits: Vec<LimitScene>,
    /// Its buckets: those that something waits for first.
    pub buckets: Vec<BucketScene>,
    /// How many are not shown.
    pub hidden: usize,
}

/// A limit, for turning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitScene {
    /// The throttle.
    pub throttle: Name,
    /// The limit's place among those of all declarations of the throttle.
    pub index: usize,
    /// What it is called: the throttle, and its number where there are several.
    pub called: String,
    /// The limit.
    pub is: LimitDecl,
}

/// A bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketScene {
    /// Its key values.
    pub name: String,
    /// How full it is, a value per limit.
    pub uses: Vec<UseScene>,
    /// `full until 10 s`, `has room`.
    pub state: String,
    /// Whether it is full.
    pub full: bool,
    /// `3 messages wait`; empty: none does.
    pub waiting: String,
}

/// How much of a limit is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseScene {
    /// Deliveries that count.
    pub used: u32,
    /// The most that may.
    pub of: u32,
}

pub(super) fn throttles(session: &Session, snapshot: &Snapshot) -> ThrottlesScene {
    let declared = &session.played().scenario().throttles;
    ThrottlesScene {
        throttles: snapshot
            .throttles
            .iter()
            .map(|view| throttle(session, view, declared))
            .collect(),
        frozen: session.frozen(),
    }
}

fn throttle(session: &Session, view: &ThrottleView, declared: &[ThrottleDecl]) -> ThrottleScene {
    let own: Vec<&ThrottleDecl> = declared.iter().filter(|decl| *decl.name == *view.name).collect();
    let by = own.first().map_or(String::new(), |decl| {
        if decl.by.is_empty() {
            String::new()
        } else {
            format!("a bucket per {}", components_in_words(&decl.by))
        }
    });
    let limits = || own.iter().flat_map(|decl| &decl.limits);
    let several = limits().count() > 1;
    let limits = limits()
        .enumerate()
        .map(|(index, is)| LimitScene {
            throttle: Name::clone(&view.name),
            index,
            called: match several {
                true => format!("{}, limit {}", view.name, index + 1),
                false => view.name.to_string(),
            },
            is: turned(session, &view.name, index, *is),
        })
        .collect();
    // A bucket that nothing draws from and nothing waits for is as good as none.
    let drawn_from = view
        .buckets
        .iter()
        .filter(|bucket| bucket.waiting > 0 || bucket.used.iter().any(|(used, _)| *used > 0));
    let (mut buckets, others): (Vec<_>, Vec<_>) = drawn_from.partition(|bucket| bucket.waiting > 0);
    buckets.extend(others);
    ThrottleScene {
        name: view.name.to_string(),
        by,
        limits,
        hidden: buckets.len().saturating_sub(MOST_BUCKETS),
        buckets: buckets
            .into_iter()
            .take(MOST_BUCKETS)
            .map(|bucket| BucketScene {
                name: bucket.name.to_string(),
                uses: bucket.used.iter().map(|&(used, of)| UseScene { used, of }).collect(),
                state: match bucket.full_until {
                    Some(until) => format!("full until {}", in_words(until)),
                    None => "has room".to_owned(),
                },
                full: bucket.full_until.is_some(),
                waiting: match bucket.waiting {
                    0 => String::new(),
                    1 => "1 message waits".to_owned(),
                    count => format!("{} wait", counted(count, "message")),
                },
            })
            .collect(),
    }
}

/// A limit, as it was turned last.
fn turned(session: &Session, throttle: &Name, index: usize, is: LimitDecl) -> LimitDecl {
    let knob = Knob::Limit { throttle: Name::clone(throttle), index, to: is };
    if let Knob::Limit { to, .. } = session.as_turned(knob) { to } else { is }
}
