//! The long run: fresh cases on the engine and on the oracle until the time is over, or until they differ.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command's output is what it is for"
)]

use queuescope_tests::case::{Case, features, play, report, shrink};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How often it says how far it is.
const NEWS: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let Some((minutes, seed)) = arguments() else {
        eprintln!("usage: soak --minutes N [--seed S]");
        return ExitCode::from(2);
    };
    println!("from seed {seed} on, for {minutes} min");
    let mut soak = Soak::from(seed);
    let mut news = soak.start + NEWS;
    while soak.start.elapsed() < Duration::from_secs(60 * minutes) {
        if let Some(case) = soak.failing_case() {
            // The first panic has been told; those of the smaller cases are the same.
            std::panic::set_hook(Box::new(|_| {}));
            println!("seed {} fails; shrinking", case.seed);
            println!("{}", report(&shrink(case, None), None));
            soak.tell();
            return ExitCode::FAILURE;
        }
        if Instant::now() > news {
            soak.tell();
            news += NEWS;
        }
    }
    soak.tell();
    for (feature, cases) in &soak.features {
        println!("{cases:>9} cases {feature}");
    }
    println!("{} operations, and no difference", soak.operations);
    ExitCode::SUCCESS
}

/// How far it is.
struct Soak {
    first: u64,
    next: u64,
    start: Instant,
    operations: u64,
    features: BTreeMap<&'static str, u64>,
}

impl Soak {
    fn from(seed: u64) -> Self {
        Self {
            first: seed,
            next: seed,
            start: Instant::now(),
            operations: 0,
            features: BTreeMap::new(),
        }
    }

    /// Plays the next case; gives it back where it fails.
    fn failing_case(&mut self) -> Option<Case> {
        // Many short runs, for the many rules, and some long ones, for what has to build up.
        let acts = match self.next % 40 {
            0 => 2_000,
            rest => 100 + 5 * rest as usize,
        };
        let case = Case::of(self.next, acts);
        self.next = self.next.wrapping_add(1);
        self.operations += acts as u64;
        for feature in features(&case.rules) {
            *self.features.entry(feature).or_default() += 1;
        }
        play(&case, None).map(|_| case)
    }

    fn tell(&self) {
        let took = self.start.elapsed().as_secs();
        let cases = self.next.wrapping_sub(self.first);
        println!("{took:>6} s: {} operations in {cases} cases", self.operations);
    }
}

/// The minutes, and the first seed: the one that is given, or one that was not there yet.
fn arguments() -> Option<(u64, u64)> {
    let (mut minutes, mut seed) = (None, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let number = words.next()?.parse().ok();
        match word.as_str() {
            "--minutes" => minutes = Some(number?),
            "--seed" => seed = Some(number?),
            _ => return None,
        }
    }
    let fresh = || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.as_secs() << 20
    };
    Some((minutes?, seed.unwrap_or_else(fresh)))
}
