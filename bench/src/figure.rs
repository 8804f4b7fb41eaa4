//! What a workload measured at one size, and what it is held to.

use serde::{Deserialize, Serialize};

/// One figure: ours, a peer's where there is one, and the bar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What was measured, in words.
    pub size: String,
    /// What `ours` and the peer's value count.
    pub unit: Unit,
    /// What ours came to.
    pub ours: f64,
    /// Who did the same in the same process.
    pub peer: Option<Peer>,
    /// What ours may come to; none where the peer is there for comparison alone.
    pub bar: Option<Bar>,
}

/// Who did the same, and what it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Peer {
    /// Its name.
    pub name: String,
    /// What it came to, in the figure's unit.
    pub value: f64,
}

/// What a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Nanoseconds per message.
    #[serde(rename = "ns per message")]
    NanosPerMessage,
    /// Nanoseconds per delivery.
    #[serde(rename = "ns per delivery")]
    NanosPerDelivery,
    /// Milliseconds.
    #[serde(rename = "ms")]
    Millis,
    /// Bytes per pending message.
    #[serde(rename = "bytes per message")]
    BytesPerMessage,
}

impl Unit {
    /// As the table has it, behind the number.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NanosPerMessage | Self::NanosPerDelivery => "ns",
            Self::Millis => "ms",
            Self::BytesPerMessage => "B",
        }
    }
}

/// The most that ours may come to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bar {
    /// So many times the peer.
    Times(f64),
    /// So much, in the figure's unit.
    Most(f64),
}

impl Figure {
    /// How many times the peer ours came to; none without a peer.
    pub fn ratio(&self) -> Option<f64> {
        self.peer.as_ref().map(|peer| self.ours / peer.value)
    }

    /// The same workload in wasm, against itself natively.
    pub(crate) fn ours_in(&self, wasm: &Self) -> Self {
        Self {
            ours: wasm.ours,
            peer: Some(Peer { name: "ours natively".to_owned(), value: self.ours }),
            bar: Some(Bar::Times(2.0)),
            ..self.clone()
        }
    }

    /// Whether ours is past its bar. A ratio without a peer, or with a peer that took no time, proves nothing: it is.
    pub fn misses(&self) -> bool {
        let (value, most) = match self.bar {
            Some(Bar::Times(most)) => (self.ratio().unwrap_or(f64::INFINITY), most),
            Some(Bar::Most(most)) => (self.ours, most),
            None => return false,
        };
        value.is_nan() || value > most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(ours: f64, peer: Option<f64>, bar: Bar) -> Figure {
        let peer = peer.map(|value| Peer { name: "floor".to_owned(), value });
        Figure { size: "1 key".to_owned(), unit: Unit::NanosPerMessage, ours, peer, bar: Some(bar) }
    }

    #[test]
    fn a_figure_at_its_bar_keeps_it_and_one_past_it_misses() {
        assert!(!figure(60.0, Some(10.0), Bar::Times(6.0)).misses());
        assert!(figure(60.1, Some(10.0), Bar::Times(6.0)).misses());
        assert!(!figure(200.0, None, Bar::Most(200.0)).misses());
        assert!(figure(200.5, Some(1_000.0), Bar::Most(200.0)).misses());
    }

    #[test]
    fn a_ratio_that_is_none_misses() {
        assert_eq!(figure(60.0, Some(10.0), Bar::Times(6.0)).ratio(), Some(6.0));
        assert!(figure(60.0, None, Bar::Times(6.0)).misses());
        assert!(figure(60.0, Some(0.0), Bar::Times(6.0)).misses());
        assert!(figure(0.0, Some(0.0), Bar::Times(6.0)).misses());
    }
}
