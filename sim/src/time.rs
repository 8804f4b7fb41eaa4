//! Instants and durations as the language writes them: `500ms`, `5s`, `1m`, `1h30m`.

use queuescope_engine::Instant;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The units, the longest first, with their microseconds.
const UNITS: [(&str, u64); 6] = [
    ("d", 86_400_000_000),
    ("h", 3_600_000_000),
    ("m", 60_000_000),
    ("s", 1_000_000),
    ("ms", 1_000),
    ("us", 1),
];

/// An instant since the start, or a length of time, in whole microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

/// A text is no time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// It does not begin with a number.
    #[error("expected a time such as `5s`, found `{0}`")]
    NotATime(String),
    /// It is below zero.
    #[error("a time is never below 0, but `{0}` is")]
    Negative(String),
    /// A number without a unit.
    #[error("`{0}` needs a unit: `us`, `ms`, `s`, `m`, `h` or `d`")]
    NoUnit(String),
    /// A unit that the language does not know.
    #[error("`{unit}` is no unit of time: use `us`, `ms`, `s`, `m`, `h` or `d`")]
    UnknownUnit {
        /// The number before it.
        number: String,
        /// The unit.
        unit: String,
    },
    /// A longer unit follows a shorter one, or the same one.
    #[error("`{0}` names its units out of order: the longest goes first, as in `1h30m`")]
    Unordered(String),
    /// A part of a microsecond.
    #[error("`{0}` is finer than a microsecond, the shortest time there is")]
    TooFine(String),
    /// More microseconds than can be counted.
    #[error("`{0}` is longer than any time that can be counted")]
    TooLong(String),
}

impl Time {
    /// The start; no time at all.
    pub const ZERO: Self = Self(0);

    /// This many microseconds.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// This many seconds, or the longest time there is.
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs.saturating_mul(1_000_000))
    }

    /// Microseconds.
    pub const fn as_micros(self) -> u64 {
        self.0
    }

    /// Whether this is the start, or no time at all.
    pub const fn is_zero(&self) -> bool {
        self.0 == 0
    }

    /// One notch more, or less: in steps that suit its size, and onto their grid.
    pub fn nudged(self, up: bool) -> Self {
        let grain = grain(if up { self.0 } else { self.0.saturating_sub(1) });
        Self(if up {
            (self.0 / grain + 1).saturating_mul(grain)
        } else {
            self.0.saturating_sub(1) / grain * grain
        })
    }

    /// As an instant of the engine.
    pub const fn instant(self) -> Instant {
        Instant::from_micros(self.0)
    }

    /// As a length of time.
    pub const fn duration(self) -> Duration {
        Duration::from_micros(self.0)
    }
}

/// The step in which a time of that size is turned.
fn grain(micros: u64) -> u64 {
    const SECOND: u64 = 1_000_000;
    match micros {
        0..1_000_000 => SECOND / 10,
        1_000_000..10_000_000 => SECOND / 2,
        10_000_000..60_000_000 => SECOND,
        60_000_000..600_000_000 => 10 * SECOND,
        600_000_000..3_600_000_000 => 60 * SECOND,
        _ => 600 * SECOND,
    }
}

impl TimeError {
    /// What was probably meant.
    pub fn suggestion(&self) -> Option<String> {
        match self {
            Self::NoUnit(number) => {
                // Behind a unit the next smaller one.
                let unit = match number.trim_end_matches(|sign: char| !sign.is_ascii_alphabetic()) {
                    said if said.ends_with('d') => "h",
                    said if said.ends_with('h') => "m",
                    said if said.ends_with("ms") => "us",
                    said if said.ends_with('s') => "ms",
                    _ => "s",
                };
                Some(format!("{number}{unit}"))
            }
            Self::UnknownUnit { number, unit } => {
                let unit = unit.to_ascii_lowercase();
                let known = match unit.as_str() {
                    unit if unit.starts_with("ms") || unit.starts_with("mil") => "ms",
                    unit if unit.starts_with("mic") || unit.starts_with('u') => "us",
                    unit if unit.starts_with('m') => "m",
                    unit if unit.starts_with('s') => "s",
                    unit if unit.starts_with('h') => "h",
                    unit if unit.starts_with('d') => "d",
                    _ => return None,
                };
                Some(format!("{number}{known}"))
            }
            Self::NotATime(_)
            | Self::Negative(_)
            | Self::Unordered(_)
            | Self::TooFine(_)
            | Self::TooLong(_) => None,
        }
    }
}

impl From<Instant> for Time {
    fn from(instant: Instant) -> Self {
        Self(instant.as_micros())
    }
}

impl fmt::Display for Time {
    /// The canonical form: `0s`, `500ms`, `4.5s`, `1m30s`, `1h30m`, `2d`. Seconds and milliseconds have up to three
    /// decimals, where these say all that is left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0s");
        }
        let mut rest = self.0;
        for (unit, micros) in UNITS {
            let count = rest / micros;
            rest %= micros;
            if count == 0 {
                continue;
            }
            write!(f, "{count}")?;
            let is_decimal = matches!(unit, "s" | "ms");
            if is_decimal && rest > 0 && rest.is_multiple_of(micros / 1_000) {
                f.write_str(".")?;
                let mut place = micros;
                while rest > 0 {
                    place /= 10;
                    write!(f, "{}", rest / place)?;
                    rest %= place;
                }
            }
            f.write_str(unit)?;
        }
        Ok(())
    }
}

impl FromStr for Time {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        if text == "0" {
            return Ok(Self::ZERO);
        }
        if text.starts_with('-') {
            return Err(TimeError::Negative(text.to_owned()));
        }
        let mut rest = text;
        let mut total: u64 = 0;
        let mut longest = usize::MAX;
        loop {
            let number = leading(rest, |c| c.is_ascii_digit() || c == '.');
            rest = &rest[number.len()..];
            let unit = leading(rest, |c| !c.is_ascii_digit() && c != '.');
            rest = &rest[unit.len()..];
            if !number.starts_with(|c: char| c.is_ascii_digit()) || number.ends_with('.') {
                return Err(TimeError::NotATime(text.to_owned()));
            }
            if unit.is_empty() {
                return Err(TimeError::NoUnit(text.to_owned()));
            }
            let plain = if matches!(unit, "µs" | "μs") { "us" } else { unit };
            let Some(place) = UNITS.iter().position(|(known, _)| *known == plain) else {
                return Err(TimeError::UnknownUnit {
                    number: number.to_owned(),
                    unit: unit.to_owned(),
                });
            };
            if longest != usize::MAX && place <= longest {
                return Err(TimeError::Unordered(text.to_owned()));
            }
            longest = place;
            let micros = scaled(number, UNITS[place].1, text)?;
            total = total.checked_add(micros).ok_or_else(|| TimeError::TooLong(text.to_owned()))?;
            if rest.is_empty() {
                return Ok(Self(total));
            }
        }
    }
}

impl serde::Serialize for Time {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl<'de> serde::Deserialize<'de> for Time {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TimeVisitor)
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Time {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Time".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A time: whole microseconds, or a text such as `5s` or `1h30m`.",
            "oneOf": [
                { "type": "integer", "minimum": 0 },
                { "type": "string", "pattern": "^(0|([0-9]+(\\.[0-9]+)?(d|h|ms|m|s|us|µs|μs))+)$" }
            ]
        })
    }
}

struct TimeVisitor;

impl serde::de::Visitor<'_> for TimeVisitor {
    type Value = Time;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number of microseconds, or a text such as \"5s\"")
    }

    fn visit_u64<E: serde::de::Error>(self, micros: u64) -> Result<Time, E> {
        Ok(Time(micros))
    }

    fn visit_i64<E: serde::de::Error>(self, micros: i64) -> Result<Time, E> {
        u64::try_from(micros)
            .map(Time)
            .map_err(|_| E::custom(TimeError::Negative(micros.to_string())))
    }

    // JavaScript has no other numbers.
    fn visit_f64<E: serde::de::Error>(self, micros: f64) -> Result<Time, E> {
        if micros >= 0.0 && micros.fract() == 0.0 && micros <= 9_007_199_254_740_991.0 {
            Ok(Time(micros as u64))
        } else {
            Err(E::invalid_value(serde::de::Unexpected::Float(micros), &self))
        }
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Time, E> {
        text.parse().map_err(E::custom)
    }
}

/// The longest beginning of which every character is so.
fn leading(text: &str, is: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !is(c)).unwrap_or(text.len())]
}

/// A decimal number of units as whole microseconds.
fn scaled(number: &str, micros: u64, text: &str) -> Result<u64, TimeError> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    if part.contains('.') {
        return Err(TimeError::NotATime(text.to_owned()));
    }
    let too_long = || TimeError::TooLong(text.to_owned());
    let whole: u64 = whole.parse().map_err(|_| too_long())?;
    let whole = whole.checked_mul(micros).ok_or_else(too_long)?;
    let part = part.trim_end_matches('0');
    if part.is_empty() {
        return Ok(whole);
    }
    let too_fine = || TimeError::TooFine(text.to_owned());
    let scale = u32::try_from(part.len())
        .ok()
        .and_then(|digits| 10_u64.checked_pow(digits))
        .ok_or_else(too_fine)?;
    let part: u64 = part.parse().map_err(|_| too_fine())?;
    let scaled = u128::from(part) * u128::from(micros);
    if scaled % u128::from(scale) != 0 {
        return Err(too_fine());
    }
    u64::try_from(scaled / u128::from(scale))
        .ok()
        .and_then(|part| whole.checked_add(part))
        .ok_or_else(too_long)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn a_time_turns_up_and_down_on_one_grid() {
        let nudged =
            |millis: u64, up| Time::from_micros(millis * 1_000).nudged(up).as_micros() / 1_000;
        assert_eq!((nudged(5_000, true), nudged(5_500, false)), (5_500, 5_000));
        assert_eq!((nudged(1_000, false), nudged(900, true)), (900, 1_000));
        assert_eq!((nudged(0, false), nudged(0, true)), (0, 100));
        assert_eq!(nudged(60_000, false), 59_000);
    }

    #[test]
    fn reads_and_prints_times() {
        for (text, micros, printed) in [
            ("0s", 0, "0s"),
            ("0", 0, "0s"),
            ("500ms", 500_000, "500ms"),
            ("250us", 250, "250us"),
            ("250µs", 250, "250us"),
            ("1.5s", 1_500_000, "1.5s"),
            ("1s500ms", 1_500_000, "1.5s"),
            ("4005ms", 4_005_000, "4.005s"),
            ("937ms500us", 937_500, "937.5ms"),
            ("60.5s", 60_500_000, "1m500ms"),
            ("1m1500ms", 61_500_000, "1m1.5s"),
            // A fourth decimal would be harder to read than the smaller unit.
            ("1s500us", 1_000_500, "1s500us"),
            ("9.999999s", 9_999_999, "9s999.999ms"),
            ("90s", 90_000_000, "1m30s"),
            ("1h30m", 5_400_000_000, "1h30m"),
            ("2d", 172_800_000_000, "2d"),
            ("1.50s", 1_500_000, "1.5s"),
        ] {
            let time: Time = text.parse().expect(text);
            assert_eq!(time.as_micros(), micros, "{text}");
            assert_eq!(time.to_string(), printed);
            assert_eq!(printed.parse(), Ok(time));
        }
    }

    #[test]
    fn refuses_what_is_no_time_and_says_what_is() {
        for (text, part, suggestion) in [
            ("5", "needs a unit", Some("5s")),
            ("1h30", "needs a unit", Some("1h30m")),
            ("1d2", "needs a unit", Some("1d2h")),
            ("1m5", "needs a unit", Some("1m5s")),
            ("1s5", "needs a unit", Some("1s5ms")),
            ("5sec", "`sec` is no unit", Some("5s")),
            ("5min", "`min` is no unit", Some("5m")),
            ("5S", "`S` is no unit", Some("5s")),
            ("5x", "`x` is no unit", None),
            ("-5s", "below 0", None),
            ("s", "expected a time", None),
            ("", "expected a time", None),
            ("5.s", "expected a time", None),
            ("1.2.3s", "expected a time", None),
            ("30m1h", "out of order", None),
            ("1s1s", "out of order", None),
            ("0.5us", "finer than a microsecond", None),
            ("0.0000000000000000000001s", "finer", None),
            ("99999999999999999999s", "longer than any", None),
            ("18446744073709551615d", "longer than any", None),
            ("213503982d9h", "longer than any", None),
        ] {
            let error = text.parse::<Time>().expect_err(text);
            assert!(error.to_string().contains(part), "{text}: {error}");
            assert_eq!(error.suggestion().as_deref(), suggestion, "{text}");
        }
    }

    #[test]
    fn json_counts_microseconds_and_reads_texts() {
        let read = |text| serde_json::from_str::<Time>(text).map(Time::as_micros).ok();
        assert_eq!(read("5"), Some(5));
        assert_eq!(read("5.0"), Some(5));
        assert_eq!(read("\"5s\""), Some(5_000_000));
        assert_eq!(read("-1"), None);
        assert_eq!(read("1.5"), None);
        assert_eq!(read("\"5\""), None);
        assert_eq!(serde_json::to_string(&Time(7)).ok().as_deref(), Some("7"));
    }
}
