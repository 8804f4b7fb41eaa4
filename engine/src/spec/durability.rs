//! What outlives a leader (X1, X2).

/// What a new leader knows of the leases that the old one gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// All of them: each starts again at its full length, and nothing is delivered twice by the crash (X1).
    #[default]
    Committed,
    /// None: what was in the queue is held for the reclaim grace, in which workers may speak for what they have (X2).
    Fast,
}
