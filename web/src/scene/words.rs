//! Times, counts and names as the page says them.

pub use queuescope_sim::in_words;
pub(super) use queuescope_sim::in_words_beside;

/// How many letters a shortened name has.
pub(super) const MOST_LETTERS: usize = 9;

/// `1 message`, `2 messages`.
pub(super) fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {one}s", grouped(count)) }
}

/// `1,234`.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut words = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            words.push(',');
        }
        words.push(digit);
    }
    words
}

/// A name, cut to what there is room for. The end stays: names of one kind differ there.
pub(super) fn shortened(name: &str) -> String {
    const HALF: usize = MOST_LETTERS / 2;
    let letters = name.chars().count();
    if letters <= MOST_LETTERS {
        return name.to_owned();
    }
    let mut short = String::new();
    for (place, letter) in name.chars().enumerate() {
        if place < HALF || place >= letters - HALF {
            short.push(letter);
        } else if place == HALF {
            short.push('…');
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_said_with_what_they_count() {
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(counted(12_345, "step"), "12,345 steps");
    }

    #[test]
    fn a_long_name_keeps_its_ends() {
        assert_eq!(shortened("worker-12"), "worker-12");
        assert_eq!(shortened("payment-processor-eu-west-1a"), "paym…t-1a");
    }
}
