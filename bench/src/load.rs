//! The messages that all contenders get: the same keys, in the same order, in every run.

use queuescope_engine::Message;

/// The header that ordered queues order by.
pub(crate) const ACCOUNT: &str = "account";

/// The key of each message: any of so many, by a generator that always starts alike.
pub(crate) fn keys(messages: usize, keys: usize) -> Vec<u64> {
    let mut dice = Dice(1);
    (0..messages).map(|_| dice.below(keys as u64)).collect()
}

/// Messages with these values for the header.
pub(crate) fn with_header(keys: &[u64]) -> Vec<Message> {
    keys.iter().map(|key| Message::new(Vec::new()).header(ACCOUNT, &name(*key))).collect()
}

/// Messages with these fairness keys.
pub(crate) fn with_fairness_key(keys: &[u64]) -> Vec<Message> {
    keys.iter().map(|key| Message::new(Vec::new()).fairness_key(&name(*key))).collect()
}

/// A key as it is written.
pub(crate) fn name(key: u64) -> String {
    format!("acme-{key}")
}

/// SplitMix64 (G. Steele, D. Lea and C. Flood, 2014).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        self.roll() % bound
    }
}
