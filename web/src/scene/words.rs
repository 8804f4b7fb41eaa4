//! Times as the page says them.

use queuescope_sim::Time;
use std::fmt::Write;

/// A time as a person says it: `4 s`, `500 ms`, `1 min 30 s`.
pub fn in_words(time: Time) -> String {
    let micros = time.as_micros();
    if micros == 0 {
        return "0 s".to_owned();
    }
    if micros < 1_000 {
        return format!("{micros} µs");
    }
    if micros < 1_000_000 {
        return format!("{} ms", thousandths(micros));
    }
    let mut words = String::new();
    let mut rest = micros;
    for (unit, size) in [("d", 86_400_000_000), ("h", 3_600_000_000), ("min", 60_000_000)] {
        if rest >= size {
            let _ = write!(words, "{} {unit} ", rest / size);
            rest %= size;
        }
    }
    if rest > 0 {
        let _ = write!(words, "{} s", thousandths(rest / 1_000));
    }
    words.trim_end().to_owned()
}

/// A time in plain seconds, as the step table has it: `4`, `0.5`.
pub fn in_seconds(time: Time) -> String {
    let micros = time.as_micros();
    let whole = micros / 1_000_000;
    match micros % 1_000_000 {
        0 => whole.to_string(),
        rest => {
            let rest = format!("{rest:06}");
            format!("{whole}.{}", rest.trim_end_matches('0'))
        }
    }
}

/// A count of thousandths, as a decimal without needless zeros.
fn thousandths(count: u64) -> String {
    match count % 1_000 {
        0 => (count / 1_000).to_string(),
        rest => {
            let rest = format!("{rest:03}");
            format!("{}.{}", count / 1_000, rest.trim_end_matches('0'))
        }
    }
}

/// `1 message`, `2 messages`.
pub(super) fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {one}s", grouped(count)) }
}

/// `1,234`.
pub(super) fn grouped(count: usize) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_shortly() {
        let say = |micros| in_words(Time::from_micros(micros));
        assert_eq!(say(0), "0 s");
        assert_eq!(say(7), "7 µs");
        assert_eq!(say(1_500), "1.5 ms");
        assert_eq!(say(4_000_000), "4 s");
        assert_eq!(say(4_500_000), "4.5 s");
        assert_eq!(say(90_000_000), "1 min 30 s");
        assert_eq!(say(3_600_000_000), "1 h");
        assert_eq!(in_seconds(Time::from_micros(500_000)), "0.5");
        assert_eq!(in_seconds(Time::from_secs(10)), "10");
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(counted(12_345, "step"), "12,345 steps");
    }
}
