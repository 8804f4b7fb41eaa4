//! What if it were otherwise? The questions that can be asked of a scenario, in words.

use crate::words::quoted;
use queuescope_sim::{Action, BackoffDecl, OrderDecl, Parsed};

/// How many workers, throttles and lines there are questions about, each.
const MOST_OF_EACH: usize = 20;

/// How the other run differs from the one on screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// `without worker W2`.
    WithoutWorker(String),
    /// `without throttle stripe`.
    WithoutThrottle(String),
    /// `without line 12`: a line of the script, by its number in the text.
    WithoutLine(usize),
    /// `unordered`.
    Unordered,
    /// `workers 5`.
    Workers(usize),
    /// `retry 5 attempts, no backoff`, as the queue says it.
    Retry(String),
    /// `before the last edit`.
    BeforeTheLastEdit,
}

impl What {
    /// Reads the words.
    ///
    /// # Errors
    /// What would do instead.
    pub(super) fn read(words: &str) -> Result<Self, String> {
        let words = words.trim();
        let name = |name: &str| match name.trim() {
            "" => None,
            name => Some(crate::words::unquoted(name).unwrap_or_else(|| name.to_owned())),
        };
        let read = if let Some(worker) = words.strip_prefix("without worker ") {
            name(worker).map(Self::WithoutWorker)
        } else if let Some(throttle) = words.strip_prefix("without throttle ") {
            name(throttle).map(Self::WithoutThrottle)
        } else if let Some(line) = words.strip_prefix("without line ") {
            line.trim().parse().ok().map(Self::WithoutLine)
        } else if let Some(count) = words.strip_prefix("workers ") {
            count.trim().parse().ok().map(Self::Workers)
        } else if words.starts_with("retry ") {
            Some(Self::Retry(words.to_owned()))
        } else {
            match words {
                "unordered" => Some(Self::Unordered),
                "before the last edit" => Some(Self::BeforeTheLastEdit),
                _ => None,
            }
        };
        read.ok_or_else(|| {
            format!(
                "`{words}` is nothing to compare with: there are `without worker W1`, `without throttle NAME`, `without line 12`, \
                 `unordered`, `workers 5`, `retry 5 attempts, no backoff` and `before the last edit`"
            )
        })
    }

    /// The words.
    pub(super) fn words(&self) -> String {
        match self {
            Self::WithoutWorker(worker) => format!("without worker {}", quoted(worker)),
            Self::WithoutThrottle(throttle) => format!("without throttle {}", quoted(throttle)),
            Self::WithoutLine(line) => format!("without line {line}"),
            Self::Unordered => "unordered".to_owned(),
            Self::Workers(count) => format!("workers {count}"),
            Self::Retry(clause) => clause.clone(),
            Self::BeforeTheLastEdit => "before the last edit".to_owned(),
        }
    }

    /// The question, for a button.
    pub(super) fn question(&self, text: &str) -> String {
        match self {
            Self::WithoutWorker(worker) => format!("Without worker {worker}"),
            Self::WithoutThrottle(throttle) => format!("Without throttle {throttle}"),
            Self::WithoutLine(line) => {
                let says = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
                let says: Vec<&str> = says.split_whitespace().collect();
                format!("Without line {line}: {}", says.join(" "))
            }
            Self::Unordered => "With the queue unordered".to_owned(),
            Self::Workers(1) => "With 1 worker".to_owned(),
            Self::Workers(count) => format!("With {count} workers"),
            Self::Retry(clause) => format!("With {clause}"),
            Self::BeforeTheLastEdit => "As it was before the last edit".to_owned(),
        }
    }

    /// The questions that a scenario raises.
    pub(super) fn of(parsed: &Parsed) -> Vec<Self> {
        let scenario = &parsed.scenario;
        let mut all = Vec::new();
        if scenario.queue.order != OrderDecl::Unordered {
            all.push(Self::Unordered);
        }
        if scenario.workers.len() > 1 {
            let workers = scenario.workers.iter().take(MOST_OF_EACH);
            all.extend(workers.map(|worker| Self::WithoutWorker(worker.name.clone())));
        }
        all.push(Self::Workers(scenario.workers.len() + 1));
        for throttle in scenario.throttles.iter().take(MOST_OF_EACH) {
            let without = Self::WithoutThrottle(throttle.name.clone());
            if !all.contains(&without) {
                all.push(without);
            }
        }
        let attempts = scenario.queue.max_attempts.get();
        if attempts > 1 {
            let attempts = if scenario.queue.backoff == BackoffDecl::None { 1 } else { attempts };
            let noun = if attempts == 1 { "attempt" } else { "attempts" };
            all.push(Self::Retry(format!("retry {attempts} {noun}, no backoff")));
        }
        let lines = scenario.script.iter().zip(&parsed.script_lines);
        let failures = lines.filter(|(line, _)| fails(&line.action)).take(MOST_OF_EACH);
        all.extend(failures.map(|(_, line)| Self::WithoutLine(*line)));
        all
    }
}

/// Whether something goes wrong by a line.
const fn fails(action: &Action) -> bool {
    match action {
        Action::Nack { .. }
        | Action::Reject { .. }
        | Action::Crash { .. }
        | Action::Leave { .. }
        | Action::DeadLetter { .. }
        | Action::CutOff { .. }
        | Action::LeaderCrash => true,
        Action::Send { .. }
        | Action::Ack { .. }
        | Action::Extend { .. }
        | Action::Return { .. }
        | Action::Join { .. }
        | Action::Redrive(_)
        | Action::Purge(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::{CRASH, EXAMPLE};
    use queuescope_sim::parse;

    #[test]
    fn each_question_can_be_asked_in_its_words() {
        for text in [EXAMPLE, CRASH] {
            for what in What::of(&parse(text).unwrap()) {
                assert_eq!(What::read(&what.words()), Ok(what));
            }
        }
        let odd = What::WithoutWorker("a \"b\"".to_owned());
        assert_eq!(What::read(&odd.words()), Ok(odd));
        assert!(
            What::read("with a hat")
                .unwrap_err()
                .starts_with("`with a hat` is nothing to compare with")
        );
    }

    #[test]
    fn a_scenario_raises_its_own_questions() {
        let questions = |text: &str| -> Vec<String> {
            What::of(&parse(text).unwrap()).iter().map(What::words).collect()
        };
        let line = |wanted| CRASH.lines().position(|line| line == wanted).unwrap() + 1;
        let crash = line("at 4s  leader crashes");
        assert_eq!(
            questions(CRASH),
            [
                "unordered",
                "without worker W1",
                "without worker W2",
                "workers 3",
                "retry 1 attempt, no backoff",
                &format!("without line {crash}"),
            ]
        );
        assert_eq!(questions("at 0s send a\n"), ["workers 1", "retry 3 attempts, no backoff"]);
        let said = What::WithoutLine(crash).question(CRASH);
        assert_eq!(said, format!("Without line {crash}: at 4s leader crashes"));
    }
}
