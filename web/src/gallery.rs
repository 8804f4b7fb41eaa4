//! The lessons, and the words about each that stand at the head of its text.

/// A scenario that teaches one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name of its file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! lessons {
    ($($name:literal),* $(,)?) => {
        &[$(Lesson {
            name: $name,
            text: include_str!(concat!("../../static/scenarios/", $name, ".queue")),
        }),*]
    };
}

/// All lessons, in the order in which they build on each other.
pub const LESSONS: &[Lesson] = lessons![
    "account-retries",
    "order-by-group",
    "whole-queue",
    "missing-key",
    "retry-holds",
    "retry-after",
    "delay-holds-the-group",
    "expired-lease",
    "poison-message",
    "redrive-joins-the-tail",
    "throttle-per-customer",
    "throttled-head",
    "noisy-neighbour",
    "group-spans-fairness-keys",
    "workers-take-turns",
    "classifier",
    "ordered-batch",
    "shards",
    "leader-crash-committed",
    "leader-crash-fast",
    "cut-off",
];

/// The words about a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// `title "…"`.
    pub title: Option<String>,
    /// `# question: …`.
    pub question: Option<String>,
    /// `# watch: …`.
    pub watch: Option<String>,
    /// `# try: …`.
    pub experiment: Option<String>,
}

impl Lesson {
    /// Its title, or the name of its file.
    pub fn title(&self) -> String {
        About::of(self.text).title.unwrap_or_else(|| self.name.to_owned())
    }
}

impl About {
    /// Reads the title and the comments at the head of a text; a comment that goes on in the next line goes on here.
    pub fn of(text: &str) -> Self {
        let mut about = Self::default();
        let mut open = None;
        for line in text.lines() {
            let line = line.trim();
            if let Some(title) = line.strip_prefix("title ") {
                about.title = Some(title.trim().trim_matches('"').to_owned());
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
        );
        assert_eq!(about.title.as_deref(), Some("One retries"));
        assert_eq!(about.question.as_deref(), Some("What happens to B when A's head fails?"));
        assert_eq!(about.watch.as_deref(), Some("a3"));
        assert_eq!(about.experiment, None);
    }

    #[test]
    fn every_lesson_can_be_carried_out() {
        for lesson in LESSONS {
            assert!(queuescope_sim::parse(lesson.text).is_ok(), "{}", lesson.name);
        }
    }
}
