//! Time as the host tells it, and who is asked when: all in turn, over and over.

#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

#[cfg(target_arch = "wasm32")]
use crate::wasm::now as host_millis;

/// Runs from when it is made.
pub(crate) struct Stopwatch {
    #[cfg(not(target_arch = "wasm32"))]
    started: Instant,
    #[cfg(target_arch = "wasm32")]
    started: f64,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        return Self { started: Instant::now() };
        #[cfg(target_arch = "wasm32")]
        return Self { started: host_millis() };
    }

    /// Nanoseconds since the start.
    pub(crate) fn nanos(&self) -> f64 {
        #[cfg(not(target_arch = "wasm32"))]
        return self.started.elapsed().as_secs_f64() * 1e9;
        #[cfg(target_arch = "wasm32")]
        return (host_millis() - self.started) * 1e6;
    }
}

/// Asks each contender in turn, so often, and keeps the least that each came to: whatever else a machine does can only
/// add to a time. All of them see the same machine, for none is asked twice before the others were.
pub(crate) fn least<const N: usize>(
    repetitions: usize,
    mut contenders: [&mut dyn FnMut() -> f64; N],
) -> [f64; N] {
    let mut least = [f64::INFINITY; N];
    for _ in 0..repetitions {
        for (least, contender) in least.iter_mut().zip(&mut contenders) {
            *least = least.min(contender());
        }
    }
    least
}

/// The value in the middle; of two in the middle, the larger.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn contenders_take_turns_and_the_least_time_of_each_counts() {
        let asked = RefCell::new(String::new());
        let mut falling = [3.0, 2.0].into_iter();
        let mut rising = [5.0, 7.0].into_iter();
        let mut ours = || {
            asked.borrow_mut().push('o');
            falling.next().unwrap()
        };
        let mut peer = || {
            asked.borrow_mut().push('p');
            rising.next().unwrap()
        };
        assert_eq!(least(2, [&mut ours, &mut peer]), [2.0, 5.0]);
        assert_eq!(*asked.borrow(), "opop");
    }

    #[test]
    fn a_median_is_in_the_middle_of_the_sorted_values() {
        assert_eq!(median(vec![9.0, 1.0, 5.0]), 5.0);
        assert_eq!(median(vec![4.0, 1.0]), 4.0);
        assert!(median(Vec::new()).is_nan());
    }
}
