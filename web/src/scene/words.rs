//! Times, counts and names as the page says them.

use queuescope_sim::Time;
use std::fmt::Write;

/// How many letters a shortened name has.
pub(super) const MOST_LETTERS: usize = 9;

/// A time as a person says it: `4 s`, `500 ms`, `1 min 30 s`.
pub fn in_words(time: Time) -> String {
    in_words_beside(time, time)
}

/// A time in the units of a longer one, so that the two compare: `0.5 s` beside `2 s`.
pub(super) fn in_words_beside(time: Time, longer: Time) -> String {
    let mut words = String::new();
    let mut rest = time.as_micros();
    for (unit, size) in [("d", 86_400_000_000), ("h", 3_600_000_000), ("min", 60_000_000)] {
        if rest >= size {
            let _ = write!(words, "{} {unit} ", rest / size);
            rest %= size;
        }
    }
    if rest > 0 || words.is_empty() {
        let (unit, micros) = match longer.as_micros() {
            0 | 1_000_000.. => ("s", 1_000_000),
            1_000.. => ("ms", 1_000),
            1.. => ("µs", 1),
        };
        let _ = write!(words, "{}", rest / micros);
        let mut place = micros;
        rest %= micros;
        while rest > 0 {
            if place == micros {
                words.push('.');
            }
            place /= 10;
            let _ = write!(words, "{}", rest / place);
            rest %= place;
        }
        let _ = write!(words, " {unit}");
    }
    words.trim_end().to_owned()
}

/// An instant of a run that lasts until `last`: as its plain number of seconds where all are within a minute, else in
/// words.
pub(super) fn instant_beside(seconds: &str, at: Time, last: Time) -> String {
    match last.as_micros() {
        0 | 1_000_000..60_000_000 => seconds.to_owned(),
        1..1_000_000 | 60_000_000.. => in_words_beside(at, last),
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
    fn times_are_said_shortly() {
        let say = |micros| in_words(Time::from_micros(micros));
        assert_eq!(say(0), "0 s");
        assert_eq!(say(7), "7 µs");
        assert_eq!(say(1_500), "1.5 ms");
        assert_eq!(say(4_000_000), "4 s");
        assert_eq!(say(4_500_000), "4.5 s");
        assert_eq!(say(90_000_000), "1 min 30 s");
        assert_eq!(say(3_600_000_000), "1 h");
        assert_eq!(say(60_000_001), "1 min 0.000001 s");
        assert_eq!(say(200_000_000_000), "2 d 7 h 33 min 20 s");
        let beside =
            |micros, longer| in_words_beside(Time::from_micros(micros), Time::from_micros(longer));
        assert_eq!(beside(500_000, 2_000_000), "0.5 s");
        assert_eq!(beside(50, 8_200), "0.05 ms");
        assert_eq!(beside(0, 900), "0 µs");
        let column = |at, last| instant_beside("4", Time::from_micros(at), Time::from_micros(last));
        assert_eq!(column(4_000_000, 10_000_000), "4");
        assert_eq!(column(4_000_000, 90_000_000), "4 s");
        assert_eq!(column(4_000_000, 86_400_000_000), "4 s");
        assert_eq!(column(4_000, 8_200), "4 ms");
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(counted(12_345, "step"), "12,345 steps");
    }

    #[test]
    fn a_long_name_keeps_its_ends() {
        assert_eq!(shortened("worker-12"), "worker-12");
        assert_eq!(shortened("payment-processor-eu-west-1a"), "paym…t-1a");
    }
}
