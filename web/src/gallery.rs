//! The lessons, and the words about each that stand at the head of its text.

/// A scenario that teaches one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name of its file.
    pub name: &'static str,
    /// Its title, as its text says it.
    pub title: &'static str,
}

macro_rules! lessons {
    ($($name:literal: $title:literal),* $(,)?) => {
        /// All lessons, in the order in which they build on each other. The page has their titles; the text of one is
        /// fetched when somebody opens it, but for the first.
        pub const LESSONS: &[Lesson] = &[$(Lesson { name: $name, title: $title }),*];

        /// The texts of all lessons, for whoever cannot fetch them: the page does not.
        pub const TEXTS: &[&str] =
            &[$(include_str!(concat!("../../static/scenarios/", $name, ".queue"))),*];
    };
}

lessons! {
    "account-retries": "One account retries; the others go on",
    "order-by-group": "One update per parcel at a time",
    "whole-queue": "The whole queue in order: one at a time",
    "missing-key": "Messages without a key",
    "retry-holds": "A retry holds its group",
    "retry-after": "The worker says when to try again",
    "delay-holds-the-group": "A delay holds its group",
    "expired-lease": "A crashed worker's lease runs out",
    "poison-message": "A poison message is set aside",
    "redrive-joins-the-tail": "A redriven message joins the tail",
    "throttle-per-customer": "A throttle for each customer",
    "throttled-head": "A throttled head holds only its own group",
    "noisy-neighbour": "A noisy neighbour, and fairness",
    "group-spans-fairness-keys": "A group that spans fairness keys",
    "workers-take-turns": "Workers take turns",
    "classifier": "Two names for one customer",
    "ordered-batch": "An ordered batch",
    "shards": "A crowded shard and an empty one",
    "leader-crash-committed": "A leader crashes and every lease is known",
    "leader-crash-fast": "A leader crashes and leases are lost",
    "cut-off": "Processed twice at once",
}

/// The text of the first lesson, with which the page begins.
pub const FIRST: &str = include_str!("../../static/scenarios/account-retries.queue");

/// The words about a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The scenario's title.
    pub title: Option<String>,
    /// `# question: …`.
    pub question: Option<String>,
    /// `# watch: …`.
    pub watch: Option<String>,
    /// `# try: …`.
    pub experiment: Option<String>,
}

impl About {
    /// Reads the comments at the head of a text that has this title; a comment that goes on in the next line goes on here.
    pub fn of(text: &str, title: Option<&str>) -> Self {
        let mut about = Self { title: title.map(str::to_owned), ..Self::default() };
        let mut open = None;
        for line in text.lines() {
            let line = line.trim();
            if line.starts_with("title ") {
                continue;
            }
            let Some(comment) = line.strip_prefix('#') else {
                if line.is_empty() {
                    open = None;
                    continue;
                }
                break;
            };
            let comment = comment.trim();
            let topic = ["question", "watch", "try"].into_iter().find_map(|topic| {
                let rest = comment.strip_prefix(topic)?.strip_prefix(':')?;
                Some((topic, rest))
            });
            if let Some((topic, rest)) = topic {
                *about.part(topic) = Some(rest.trim().to_owned());
                open = Some(topic);
            } else if let Some(topic) = open
                && let Some(said) = about.part(topic)
            {
                said.push(' ');
                said.push_str(comment);
            }
        }
        about
    }

    /// Whether there is anything to show beside the title.
    pub fn is_empty(&self) -> bool {
        self.question.is_none() && self.watch.is_none() && self.experiment.is_none()
    }

    fn part(&mut self, topic: &str) -> &mut Option<String> {
        match topic {
            "question" => &mut self.question,
            "watch" => &mut self.watch,
            _ => &mut self.experiment,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_text_is_read() {
        let about = About::of(
            "# question: What happens to B\n#   when A's head fails?\n# watch: a3\ntitle \"One retries\"\n\nqueue q\n# try: late",
            Some("One retries"),
        );
        assert_eq!(about.title.as_deref(), Some("One retries"));
        assert_eq!(about.question.as_deref(), Some("What happens to B when A's head fails?"));
        assert_eq!(about.watch.as_deref(), Some("a3"));
        assert_eq!(about.experiment, None);
    }

    #[test]
    fn every_lesson_can_be_carried_out_and_is_called_what_it_says() {
        assert_eq!(TEXTS.len(), LESSONS.len());
        assert_eq!(TEXTS[0], FIRST);
        for (lesson, text) in LESSONS.iter().zip(TEXTS) {
            let title = queuescope_sim::parse(text).ok().and_then(|parsed| parsed.scenario.title);
            assert_eq!(title.as_deref(), Some(lesson.title), "{}", lesson.name);
        }
    }
}
