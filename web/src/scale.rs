//! Time to pixels and back: the only arithmetic with floats.

use queuescope_sim::Time;

/// The part of a run that a drawing shows, on so many pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The instant at the left edge.
    pub from: Time,
    /// The instant at the right edge, later than `from`.
    pub until: Time,
    /// Pixels from edge to edge.
    pub width: f64,
}

impl Scale {
    /// A scale that shows at least a microsecond on at least a pixel.
    pub fn new(from: Time, until: Time, width: f64) -> Self {
        let least = Time::from_micros(from.as_micros().saturating_add(1));
        Self { from, until: until.max(least), width: width.max(1.0) }
    }

    /// Where an instant is; outside of the edges, beyond them.
    pub fn x(&self, at: Time) -> f64 {
        let offset = at.as_micros() as f64 - self.from.as_micros() as f64;
        tenth(offset / self.span() * self.width)
    }

    /// Where an instant is, kept between the edges.
    pub fn x_within(&self, at: Time) -> f64 {
        self.x(at).clamp(0.0, self.width)
    }

    /// The instant at a place, kept between the edges.
    pub fn at(&self, x: f64) -> Time {
        let share = (x / self.width).clamp(0.0, 1.0);
        let micros = self.from.as_micros() as f64 + share * self.span();
        Time::from_micros(micros.round() as u64)
    }

    /// Instants at round distances, at least so many pixels apart.
    pub fn marks(&self, apart: f64) -> Vec<Time> {
        let most = (self.width / apart).max(1.0);
        let grain = round_up(self.span() / most);
        let first = self.from.as_micros().div_ceil(grain);
        let last = self.until.as_micros() / grain;
        (first..=last).map(|number| Time::from_micros(number.saturating_mul(grain))).collect()
    }

    fn span(&self) -> f64 {
        (self.until.as_micros() - self.from.as_micros()) as f64
    }
}

/// The scrubber's rail: a place per step, in time, and yet never closer than what a hand can tell apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rail {
    /// Shares of the rail, from 0 to 1, ascending.
    places: Vec<f64>,
}

impl Rail {
    /// Places for steps at these ascending instants. A part of the rail is shared out evenly, the rest by time.
    pub fn new(instants: &[Time]) -> Self {
        let gaps = instants.len().saturating_sub(1);
        let (Some(first), Some(last)) = (instants.first(), instants.last()) else {
            return Self::default();
        };
        if gaps == 0 {
            return Self { places: vec![0.0] };
        }
        let span = (last.as_micros() - first.as_micros()).max(1) as f64;
        let even = (gaps as f64 / 60.0).clamp(0.15, 0.85);
        let places = instants
            .iter()
            .enumerate()
            .map(|(index, at)| {
                let by_time = (at.as_micros() - first.as_micros()) as f64 / span;
                let by_count = index as f64 / gaps as f64;
                even * by_count + (1.0 - even) * by_time
            })
            .collect();
        Self { places }
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The share of the rail at which a step is.
    pub fn share(&self, index: usize) -> f64 {
        self.places.get(index).copied().unwrap_or(0.0)
    }

    /// The step nearest to a share of the rail.
    pub fn nearest(&self, share: f64) -> usize {
        let after = self.places.partition_point(|place| *place < share);
        let before = after.saturating_sub(1);
        if after >= self.len() || share - self.share(before) < self.share(after) - share {
            before
        } else {
            after
        }
    }

    /// The steps that get a mark of their own, so that there are at most so many.
    pub fn marks(&self, most: usize) -> Vec<usize> {
        if self.len() <= most {
            return (0..self.len()).collect();
        }
        let mut marks = Vec::new();
        let mut cell = usize::MAX;
        for (index, place) in self.places.iter().enumerate() {
            let this = (place * most as f64) as usize;
            if this != cell {
                marks.push(index);
                cell = this;
            }
        }
        marks
    }
}

/// The smallest round distance that is no less: 1, 2, 5 × 10ⁿ µs up to 5 s, then as on a clock, then 1, 2, 5 × 10ⁿ days.
fn round_up(micros: f64) -> u64 {
    const SECOND: u64 = 1_000_000;
    const CLOCK: [u64; 14] =
        [10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200];
    let least = micros.ceil() as u64;
    let decimal = |mut one: u64| loop {
        for digit in [1, 2, 5] {
            if one.saturating_mul(digit) >= least {
                return one.saturating_mul(digit);
            }
        }
        one = one.saturating_mul(10);
    };
    if least <= 5 * SECOND {
        return decimal(1);
    }
    for seconds in &CLOCK {
        if seconds * SECOND >= least {
            return seconds * SECOND;
        }
    }
    decimal(86_400 * SECOND)
}

/// To a tenth of a pixel, so that drawings compare equal and stay short.
pub fn tenth(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

/// A length as the drawing has it, to a tenth. It does without the formatting of floats, which is a good part of a
/// small download.
pub fn px(x: f64) -> String {
    let tenths = (x * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.unsigned_abs();
    match tenths % 10 {
        0 => format!("{sign}{}", tenths / 10),
        rest => format!("{sign}{}.{rest}", tenths / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(secs: u64) -> Time {
        Time::from_secs(secs)
    }

    #[test]
    fn places_and_instants_are_inverse() {
        let scale = Scale::new(secs(0), secs(10), 500.0);
        assert_eq!(scale.x(secs(4)), 200.0);
        assert_eq!(scale.at(200.0), secs(4));
        assert_eq!(scale.at(-5.0), secs(0));
        assert_eq!(scale.at(900.0), secs(10));
    }

    #[test]
    fn a_scale_of_no_length_has_no_division_by_zero() {
        let scale = Scale::new(secs(3), secs(3), 0.0);
        assert!(scale.x(secs(3)).is_finite());
        assert!(scale.x_within(secs(900)).is_finite());
    }

    #[test]
    fn lengths_are_written_to_a_tenth() {
        assert_eq!(px(12.0), "12");
        assert_eq!(px(12.34), "12.3");
        assert_eq!(px(-0.25), "-0.3");
        assert_eq!(px(0.0), "0");
    }

    #[test]
    fn marks_are_round_and_apart() {
        let scale = Scale::new(secs(0), secs(10), 500.0);
        assert_eq!(scale.marks(45.0).len(), 11);
        assert_eq!(scale.marks(60.0), [0, 2, 4, 6, 8, 10].map(secs));
        let long = Scale::new(secs(0), secs(3_600), 500.0);
        assert_eq!(long.marks(60.0)[1], secs(600));
        // A day of 500 pixels has room for eight marks: three hours, which two would be too close for.
        let day = Scale::new(secs(0), secs(86_400), 500.0);
        assert_eq!(day.marks(60.0)[1], secs(3 * 3_600));
        // A year has room for eight: 45 days are not round, 50 are.
        let year = Scale::new(secs(0), secs(365 * 86_400), 500.0);
        assert_eq!(year.marks(60.0)[1], secs(50 * 86_400));
        let short = Scale::new(secs(0), Time::from_micros(700), 500.0);
        assert_eq!(short.marks(60.0)[1], Time::from_micros(100));
    }

    #[test]
    fn the_rail_keeps_order_and_finds_back() {
        let instants: Vec<Time> = [0, 1, 2, 3, 4, 5, 6, 9, 10].map(secs).to_vec();
        let rail = Rail::new(&instants);
        assert_eq!(rail.share(0), 0.0);
        assert_eq!(rail.share(8), 1.0);
        for index in 0..rail.len() {
            assert_eq!(rail.nearest(rail.share(index)), index);
        }
        assert!(rail.share(7) - rail.share(6) > rail.share(6) - rail.share(5));
    }

    #[test]
    fn a_crowded_rail_has_few_marks() {
        let instants: Vec<Time> = (0..10_000).map(Time::from_micros).collect();
        let rail = Rail::new(&instants);
        assert!(rail.marks(200).len() <= 201);
        assert_eq!(rail.nearest(1.0), 9_999);
        assert!(Rail::new(&[]).is_empty());
        assert_eq!(Rail::new(&[]).nearest(0.5), 0);
        assert_eq!(Rail::new(&[secs(1)]).nearest(0.7), 0);
    }
}
