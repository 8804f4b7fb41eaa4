//! How much of everything: in full, or less for a first impression.

/// How many messages a workload takes, and how often it is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    quick: bool,
}

impl Scale {
    /// The sizes that the bars are about.
    pub const FULL: Self = Self { quick: false };
    /// A tenth of the messages, and fewer repetitions.
    pub const QUICK: Self = Self { quick: true };

    /// The messages of the large workloads.
    pub(crate) const fn messages(self) -> usize {
        if self.quick { 100_000 } else { 1_000_000 }
    }

    /// So many groups, keys or buckets, but never less than ten messages for each.
    pub(crate) fn keys(self, keys: usize) -> usize {
        keys.min(self.messages() / 10)
    }

    /// How often everything is done; the least time counts.
    pub(crate) const fn repetitions(self) -> usize {
        if self.quick { 3 } else { 5 }
    }
}

/// A number with commas between its thousands.
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_run_has_ten_messages_for_each_key_still() {
        assert_eq!(Scale::FULL.keys(100_000), 100_000);
        assert_eq!(Scale::QUICK.keys(100_000), 10_000);
        assert_eq!(Scale::QUICK.keys(10), 10);
    }

    #[test]
    fn thousands_are_told_apart() {
        let said = [0, 999, 1_000, 100_000, 1_000_000].map(thousands);
        assert_eq!(said, ["0", "999", "1,000", "100,000", "1,000,000"]);
    }
}
