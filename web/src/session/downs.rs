//! When workers were down or cut off, and when the leader crashed.

use queuescope_sim::{Fact, Name, Run, Time};

/// A stretch in which a worker was down, or cut off from the leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Down {
    /// The worker.
    pub worker: Name,
    /// Whether it was cut off, and not down.
    pub cut_off: bool,
    /// When it crashed or was cut off.
    pub from: Time,
    /// When it returned, reached the leader again or left; none: it had not when the run ended.
    pub until: Option<Time>,
}

/// A crash of the leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderCrash {
    /// When.
    pub at: Time,
    /// Until when what existed is held for reclaim, or until the next crash; none: the new leader knows every lease.
    pub held_until: Option<Time>,
}

/// All of a run, in order.
pub(super) fn downs(run: &Run) -> (Vec<Down>, Vec<LeaderCrash>) {
    let mut downs: Vec<Down> = Vec::new();
    let mut crashes: Vec<LeaderCrash> = Vec::new();
    for step in run.steps() {
        let at = step.at;
        for fact in &step.facts {
            if let Fact::Crashed { worker } | Fact::CutOff { worker, .. } = fact {
                let (worker, cut_off) = (Name::clone(worker), matches!(fact, Fact::CutOff { .. }));
                downs.push(Down { worker, cut_off, from: at, until: None });
            } else if let Fact::Recovered { worker }
            | Fact::Reconnected { worker }
            | Fact::Left { worker } = fact
            {
                let recovered = matches!(fact, Fact::Recovered { .. });
                let reconnected = matches!(fact, Fact::Reconnected { .. });
                for down in &mut downs {
                    let over = if down.cut_off { !recovered } else { !reconnected };
                    if over && down.worker == *worker && down.until.is_none() {
                        down.until = Some(at);
                    }
                }
            } else if let Fact::LeaderCrashed { held_until } = fact {
                if let Some(LeaderCrash { held_until: Some(until), .. }) = crashes.last_mut() {
                    *until = at.min(*until);
                }
                crashes.push(LeaderCrash { at, held_until: *held_until });
            }
        }
    }
    (downs, crashes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn a_worker_is_down_and_cut_off_at_once() {
        // Cut off from 1 s to 6 s, down from 2 s to 8 s; the leader crashes within the grace of its first crash.
        let text = "queue q\n  durability fast\nworkers W1\nat 0s send a\nat 1s W1 cut off for 5s\n\
                    at 2s W1 crashes\nat 3s leader crashes\nat 4s leader crashes\nat 8s W1 returns\nuntil 9s\n";
        let session = Session::of(text);
        assert_eq!(session.problems().as_slice(), []);
        let played = session.played();
        let at = Time::from_secs;
        let down = |cut_off, from, until| Down {
            worker: "W1".into(),
            cut_off,
            from: at(from),
            until: Some(at(until)),
        };
        assert_eq!(played.downs(), [down(true, 1, 6), down(false, 2, 8)]);
        let crash = |from, until| LeaderCrash { at: at(from), held_until: Some(at(until)) };
        assert_eq!(played.crashes(), [crash(3, 4), crash(4, 9)]);
    }
}
