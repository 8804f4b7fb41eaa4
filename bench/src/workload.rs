//! The workloads, by name.

use crate::figure::Figure;
use crate::scale::Scale;
use crate::{backlog, failures, growth, held, ordered, replay, unordered};
use core::fmt;
use core::str::FromStr;

/// Something whose speed or size is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Messages ordered by one header.
    Ordered,
    /// Messages without order that take turns by fairness key.
    Unordered,
    /// Messages that wait for full buckets while others go on.
    Backlog,
    /// Groups held by a not-before time while others go on.
    Held,
    /// Nacks, leases that expire, dead letters that are redriven.
    Failures,
    /// What a message costs among many.
    Growth,
    /// A long run of the simulator, and steps anywhere in it.
    Replay,
    /// Bytes per pending message.
    Memory,
}

impl Workload {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 8] = [
        Self::Ordered,
        Self::Unordered,
        Self::Backlog,
        Self::Held,
        Self::Failures,
        Self::Growth,
        Self::Replay,
        Self::Memory,
    ];

    /// The name on the command line and in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ordered => "ordered",
            Self::Unordered => "unordered",
            Self::Backlog => "backlog",
            Self::Held => "held",
            Self::Failures => "failures",
            Self::Growth => "growth",
            Self::Replay => "replay",
            Self::Memory => "memory",
        }
    }

    /// Runs it here. Memory is not timed, but counted by [`memory`](crate::memory()) in a program that counts.
    pub fn measure(self, scale: Scale) -> Vec<Figure> {
        match self {
            Self::Ordered => ordered::measure(scale),
            Self::Unordered => unordered::measure(scale),
            Self::Backlog => backlog::measure(scale),
            Self::Held => held::measure(scale),
            Self::Failures => failures::measure(scale),
            Self::Growth => growth::measure(scale),
            Self::Replay => replay::measure(scale),
            Self::Memory => Vec::new(),
        }
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Workload {
    type Err = UnknownWorkload;

    fn from_str(name: &str) -> Result<Self, UnknownWorkload> {
        let known = Self::ALL.into_iter().find(|workload| workload.name() == name);
        known.ok_or_else(|| UnknownWorkload(name.to_owned()))
    }
}

/// There is no workload of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWorkload(
    /// The name that was given.
    pub String,
);

impl fmt::Display for UnknownWorkload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Workload::ALL.map(Workload::name).join(", ");
        write!(f, "there is no workload `{}`; there are {names}", self.0)
    }
}

impl core::error::Error for UnknownWorkload {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_is_found_by_its_name_and_another_name_is_told_what_there_is() {
        for workload in Workload::ALL {
            assert_eq!(workload.name().parse(), Ok(workload));
        }
        let error = "orderd".parse::<Workload>().unwrap_err().to_string();
        assert!(error.starts_with("there is no workload `orderd`; there are ordered, unordered"));
    }
}
