//! How long a step stays, when an act falls, by how much a time is turned.

use queuescope_sim::Time;

const SECOND: u64 = 1_000_000;

/// How fast the run plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Half as fast as the scenario says.
    Half,
    /// As the scenario says: a second is a second, within reason.
    #[default]
    One,
    /// Twice as fast.
    Two,
    /// Four times as fast.
    Four,
    /// Sixteen times as fast.
    Sixteen,
}

impl Speed {
    /// All of them, slowest first.
    pub const ALL: [Self; 5] = [Self::Half, Self::One, Self::Two, Self::Four, Self::Sixteen];

    /// The sign for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Half => "½×",
            Self::One => "1×",
            Self::Two => "2×",
            Self::Four => "4×",
            Self::Sixteen => "16×",
        }
    }

    /// The one of that number.
    pub fn read(number: &str) -> Option<Self> {
        let numbers = ["0.5", "1", "2", "4", "16"];
        let place = numbers.iter().position(|known| *known == number)?;
        Self::ALL.get(place).copied()
    }

    /// How many milliseconds a step stays that many microseconds before the next one: long enough to be seen, short
    /// enough to be waited for.
    pub fn pause(self, gap: u64) -> u32 {
        let halves = match self {
            Self::Half => 1,
            Self::One => 2,
            Self::Two => 4,
            Self::Four => 8,
            Self::Sixteen => 32,
        };
        let shown = (gap / 1_000).clamp(400, 3_000) * 2 / halves;
        u32::try_from(shown.max(16)).unwrap_or(16)
    }
}

/// When an act falls that is to follow a step at `now`: the next whole second, or halfway to the next step where
/// that comes sooner. Always later than `now`: a worker cannot ack in the instant in which it gets a message.
pub(super) fn soon_after(now: Time, next: Option<Time>) -> Time {
    let now = now.as_micros();
    let whole = (now / SECOND + 1).saturating_mul(SECOND);
    let soon = match next {
        Some(next) => whole.min(now.saturating_add(next.as_micros().saturating_sub(now) / 2)),
        None => whole,
    };
    Time::from_micros(soon.max(now.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Time {
        Time::from_micros(millis * 1_000)
    }

    #[test]
    fn an_act_follows_its_step() {
        assert_eq!(soon_after(ms(4_000), Some(ms(9_000))), ms(5_000));
        assert_eq!(soon_after(ms(4_000), Some(ms(5_000))), ms(4_500));
        assert_eq!(soon_after(ms(4_200), None), ms(5_000));
        let now = Time::from_micros(7);
        assert_eq!(soon_after(now, Some(Time::from_micros(8))), Time::from_micros(8));
    }

    #[test]
    fn a_step_is_seen_and_passes() {
        assert_eq!(Speed::One.pause(1_000_000), 1_000);
        assert_eq!(Speed::One.pause(1), 400);
        assert_eq!(Speed::One.pause(u64::MAX), 3_000);
        assert_eq!(Speed::Sixteen.pause(1), 25);
        assert_eq!(Speed::Half.pause(1_000_000), 2_000);
    }
}
