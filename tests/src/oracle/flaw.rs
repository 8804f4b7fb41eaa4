//! Rules that the oracle can be told to break: the comparison has to notice each.

/// One rule, broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A lease still lives at its very end (C2).
    LeaseEndsLate,
    /// A nacked message lets the ones behind it go first (O6).
    NackGoesBehind,
    /// A delivery at `t` still counts at `t + window` (T1).
    ClosedWindow,
    /// A turn is one delivery, whatever the weight (F1).
    WeightIgnored,
    /// A key that was passed over keeps its place (F3).
    PassedOverStays,
    /// What a leaving worker gives back counts as an attempt (L5).
    LeavingCounts,
    /// A redrive keeps the attempts (O10).
    RedriveKeepsAttempts,
    /// The wake-up forgets leases (C4).
    WakeupForgetsLeases,
    /// The second message of a batch needs no room in its buckets (T4, B1).
    BatchOverdraws,
    /// Nothing is held after a leader crash (X2).
    NothingIsHeld,
    /// A shard that was just served comes first again (S1).
    ShardAgain,
}

impl Flaw {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::LeaseEndsLate,
        Self::NackGoesBehind,
        Self::ClosedWindow,
        Self::WeightIgnored,
        Self::PassedOverStays,
        Self::LeavingCounts,
        Self::RedriveKeepsAttempts,
        Self::WakeupForgetsLeases,
        Self::BatchOverdraws,
        Self::NothingIsHeld,
        Self::ShardAgain,
    ];
}
