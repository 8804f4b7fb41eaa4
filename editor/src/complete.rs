//! What could stand at a place of a text.

use crate::scan::{Piece, Place, Section, is_word, pieces};
use crate::words::{STATEMENTS, find};
use crate::{ENTRY, FIELD};
use queuescope_sim::{Time, parse, written_name};

/// The most that is offered.
const MOST: usize = 30;

/// What could stand so many UTF-16 units into a text, the likeliest first.
///
/// Each entry is where what it replaces begins and ends, in UTF-16 units, how it is called, what is written, and what it is, in a few
/// words: with [`FIELD`] between the parts and [`ENTRY`] behind the last one.
pub fn complete(text: &str, offset: usize) -> String {
    let place = Place::new(text, offset);
    let mut all = String::new();
    for offer in offers(&place).into_iter().take(MOST) {
        let (from, to) = (place.units(offer.from), place.units(offer.to));
        let Offer { label, insert, what, .. } = offer;
        all.push_str(&format!(
            "{from}{FIELD}{to}{FIELD}{label}{FIELD}{insert}{FIELD}{what}{ENTRY}"
        ));
    }
    all
}

/// Something that could stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Offer {
    /// What it replaces, in bytes.
    from: usize,
    to: usize,
    label: String,
    insert: String,
    what: String,
}

fn offers(place: &Place<'_>) -> Vec<Offer> {
    let before = place.before();
    let begun = before.len() - before.trim_end_matches(is_word).len();
    // Two dots begin a word anew.
    let begun = before[before.len() - begun..].rfind("..").map_or(begun, |dots| begun - dots - 2);
    let (head, typed) = before.split_at(before.len() - begun);
    let words = pieces(head);
    if is_closed(before)
        || words
            .last()
            .is_some_and(|word| word.written.starts_with('"') && head.ends_with(word.written))
    {
        return Vec::new();
    }
    let behind = &place.line[before.len().min(place.line.len())..];
    let to = place.at + behind.len() - behind.trim_start_matches(is_word).len();
    let from = place.at - begun;
    let asked = Asked::at(
        place.section,
        head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}'),
    );
    let mut offers = Vec::new();
    let mut offer = |label: &str, insert: &str, what: &str| {
        offers.push(Offer {
            from,
            to,
            label: label.to_owned(),
            insert: insert.to_owned(),
            what: what.to_owned(),
        });
    };
    for (name, what) in named(place, &words, &asked) {
        let insert = if name.ends_with('=') { name.clone() } else { written_name(&name) };
        offer(&name, &insert, &what);
    }
    for time in times(place, &asked) {
        offer(&time, &time, "");
    }
    let first = words.first().map_or("", |word| word.written);
    for word in &asked.words {
        let key = word.split(' ').next().unwrap_or_default();
        let known = find(place.section, first, words.is_empty(), key);
        match known {
            Some(known) => offer(known.insert.trim_end(), known.insert, short(known.help)),
            None if word == ":" => offer(":", ": ", ""),
            None => offer(word, word, ""),
        }
    }
    if words.is_empty() && place.section == Section::Statement {
        for statement in &STATEMENTS {
            offer(statement.example, statement.example, short(statement.help));
        }
    }
    let typed = typed.to_ascii_lowercase();
    offers.retain(|offer| offer.label.to_ascii_lowercase().starts_with(&typed));
    if let Some(retry) = retry_after(place, &words, before) {
        offers.insert(0, retry);
    }
    offers
}

/// Whether the place is in a text in quotation marks, or in a comment.
fn is_closed(before: &str) -> bool {
    let (mut quoted, mut escaped) = (false, false);
    for c in before.chars() {
        match c {
            '#' if !quoted => return true,
            '"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = quoted && c == '\\' && !escaped;
    }
    quoted
}

/// The first sentence.
fn short(help: &str) -> &str {
    help.split_once(". ").map_or(help, |(first, _)| first).trim_end_matches('.')
}

/// What the parser asks for at a place.
#[derive(Debug, Default, PartialEq, Eq)]
struct Asked {
    /// The words and signs.
    words: Vec<String>,
    /// What it says that it expects.
    what: String,
}

impl Asked {
    /// Behind the head of a line of a section.
    fn at(section: Section, head: &str) -> Self {
        let above = match section {
            Section::Statement => "",
            Section::Queue => "queue q\n  ",
            Section::Work => "work\n  ",
            Section::Expect => "expect\n  ",
        };
        // No line goes on so: it is told what would do in its place.
        let text = format!("{above}{head})");
        let at = text.len() - 1;
        let told = parse(&text).err().unwrap_or_default();
        let Some(told) = told.into_iter().find(|told| told.span.start == at) else {
            return Self::default();
        };
        let said = told.message.strip_prefix("expected ").unwrap_or_default();
        let what = said.rsplit_once(", found ").map_or(said, |(what, _)| what);
        let mut words = told.expected;
        words.extend(what.split('`').skip(1).step_by(2).map(|word| format!("`{word}`")));
        let words = words.iter().filter_map(|word| word.strip_prefix('`')?.strip_suffix('`'));
        // Examples of times and forms are no words; nor do signs go on alone, but a colon.
        let is_one = |word: &&str| {
            let c = word.chars().next().unwrap_or(' ');
            *word == ":" || c.is_ascii_alphabetic() && !word.contains('=')
        };
        let mut known: Vec<String> = Vec::new();
        for word in words.filter(is_one) {
            if !known.iter().any(|other| other == word) {
                known.push(word.to_owned());
            }
        }
        let headers = told_headers(&told.message, said);
        let what = if headers { format!("{what} header=") } else { what.to_owned() };
        Self { words: known, what }
    }
}

/// Whether a header could stand behind a message.
fn told_headers(message: &str, said: &str) -> bool {
    message.starts_with("expected a message's name, found") && !said.is_empty()
}

/// The names that could stand there, and what each is.
fn named(place: &Place<'_>, words: &[Piece<'_>], asked: &Asked) -> Vec<(String, String)> {
    let names = place.names();
    let what = &*asked.what;
    let first = words.first().map_or("", |word| word.written);
    let last = words.last().map_or("", |word| word.written);
    let sends = place.section == Section::Statement
        && words.get(2).is_some_and(|word| word.written == "send");
    let has = |part: &str| what.contains(part);
    if sends && (has("messages to send") || has("a message's name")) {
        let next = (names.next_message(), "a new message".to_owned());
        let mut offered = vec![next];
        // Behind a message, its headers.
        if words.len() > 3 {
            offered.extend(
                names
                    .headers
                    .into_iter()
                    .map(|(name, what)| (format!("{}=", written_name(&name)), what)),
            );
        }
        return offered;
    }
    if has("what happens") && words.len() == 2 {
        return names.workers;
    }
    if has("an expectation") {
        return names.workers.into_iter().chain(names.messages).collect();
    }
    if place.section == Section::Statement && has("the end of the line") {
        return match last {
            "acks" | "nacks" | "rejects" | "extends" | "purge" => names.messages,
            _ => Vec::new(),
        };
    }
    if has("`by`") && last == "extends" {
        return names.messages;
    }
    if has("that declares it") {
        return names.workers;
    }
    if has("or a throttle") {
        return names.throttles;
    }
    if has("header's name") {
        return names.headers;
    }
    if has("key value") || has("value of the ordering key") {
        return names.keys;
    }
    if has("fairness key") {
        return names.fairness;
    }
    if first == "worker" && has("worker's name") {
        return names.workers;
    }
    let of_messages =
        ["message's name", "messages' names", "the message that", "or a message", "a percentage"];
    if of_messages.iter().any(|part| has(part)) {
        return names.messages;
    }
    Vec::new()
}

/// The times that could stand there.
fn times(place: &Place<'_>, asked: &Asked) -> Vec<String> {
    let what = &*asked.what;
    let has = |parts: &[&str]| parts.iter().any(|part| what.contains(part));
    if has(&["an instant", "until when"]) {
        let line = place.text[..place.line_start].matches('\n').count();
        let known = place.names().instants;
        let mut times: Vec<String> = Vec::new();
        let mut add = |time: String| {
            if !times.contains(&time) {
                times.push(time);
            }
        };
        if place.section == Section::Expect {
            known.iter().for_each(|(at, _)| add((*at).to_owned()));
            return times;
        }
        let last = known.iter().rfind(|(_, known)| *known < line).map_or("0s", |(at, _)| *at);
        add(last.to_owned());
        if let Ok(last) = last.parse::<Time>() {
            add(last.nudged(true).to_string());
            add(Time::from_micros(last.as_micros().saturating_add(1_000_000)).to_string());
        }
        return times;
    }
    let lengths = [
        "how long",
        "how much longer",
        "wait",
        "length of the window",
        "time from one",
        "grace",
        "expected time",
    ];
    if has(&lengths) {
        return ["500ms", "1s", "5s", "10s", "30s", "1m"].map(str::to_owned).to_vec();
    }
    Vec::new()
}

/// Behind a nack, and behind how often attempts fail, the wait that the worker asks for; the comma goes to the word before.
fn retry_after(place: &Place<'_>, words: &[Piece<'_>], before: &str) -> Option<Offer> {
    let behind = match place.section {
        Section::Statement => words.iter().position(|word| word.written == "nacks")? + 3,
        Section::Work => words.iter().position(|word| word.written == "fails")? + 4,
        Section::Queue | Section::Expect => return None,
    };
    let is_open = before.ends_with(' ') && place.line.len() == before.len();
    if !is_open || words.len() >= behind || words.iter().any(|word| word.written == ",") {
        return None;
    }
    let from = place.line_start + before.trim_end().len();
    let text = ", retry after 5s";
    let what = "the wait that the worker asks for";
    Some(Offer {
        from,
        to: place.at,
        label: text.to_owned(),
        insert: text.to_owned(),
        what: what.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
queue q
  ordered by header account
workers W1 W2
throttle stripe: 2 per 1s
at 0s  send a1(A) a2(B) tenant=x
at 4s  W1 nacks
";

    /// What is offered at the bar in a line behind the text, its labels.
    fn at(line: &str) -> Vec<String> {
        let text = format!("{TEXT}{}", line.replace('|', ""));
        let at = TEXT.len() + line.find('|').unwrap();
        offers(&Place::new(&text, text[..at].encode_utf16().count()))
            .into_iter()
            .map(|offer| offer.label)
            .collect()
    }

    #[test]
    fn a_line_begins_with_a_statement() {
        let all = at("|");
        assert_eq!(all[..3], ["title \"", "queue", "workers"]);
        assert!(all.contains(&"at 0s  send a1(A) a2(A)".to_owned()));
        assert_eq!(at("thr|"), ["throttle", "throttle stripe: 10 per 1s by header customer"]);
        assert_eq!(at("# at|"), [""; 0]);
        assert_eq!(at("title \"at |\""), [""; 0]);
    }

    #[test]
    fn an_act_begins_with_a_worker_or_what_happens() {
        assert_eq!(at("at |"), ["4s", "4.5s", "5s"]);
        assert_eq!(
            at("at 5s  |"),
            ["W1", "W2", "send", "redrive", "dead-letter", "purge", "leader crashes"]
        );
        assert_eq!(at("at 5s  W|"), ["W1", "W2"]);
        let verbs = at("at 5s W1 |");
        assert_eq!(verbs[..3], ["acks", "nacks", "rejects"]);
        assert!(verbs.contains(&"cut off for".to_owned()));
        assert_eq!(at("at 5s W1 acks |"), ["a1", "a2"]);
        assert_eq!(at("at 5s W1 nacks |"), [", retry after 5s", "a1", "a2"]);
        assert_eq!(at("at 5s W1 nacks, retry after |")[1], "1s");
        assert_eq!(at("at 5s W1 extends |"), ["a1", "a2", "by"]);
        assert_eq!(at("at 5s redrive |"), ["a1", "a2", "all"]);
    }

    #[test]
    fn a_send_knows_keys_and_headers() {
        assert_eq!(at("at 5s send |"), ["a3"]);
        assert_eq!(at("at 5s send a3(|"), ["A", "B"]);
        let behind = at("at 5s send a3 |");
        assert_eq!(behind[..3], ["a4", "account=", "tenant="]);
        assert!(behind.contains(&"delay".to_owned()) && behind.contains(&"every".to_owned()));
    }

    #[test]
    fn sections_have_words_of_their_own() {
        assert_eq!(at("queue r\n  le|"), ["lease"]);
        assert_eq!(at("queue r\n  missing key: |"), ["reject", "unordered"]);
        assert_eq!(at("queue r\n  ordered by |"), ["header", "fairness key", "attribute"]);
        assert_eq!(at("queue r\n  ordered by header |"), ["account", "tenant"]);
        assert_eq!(at("expect\n  a|"), ["a1", "a2", "at"]);
        assert_eq!(at("expect\n  at |"), ["0s", "4s"]);
        assert_eq!(at("expect\n  a1 |"), ["has", "idle", "waits"]);
        assert!(at("expect\n  a1 waits for |").contains(&"stripe".to_owned()));
        assert_eq!(at("expect\n  done: |"), ["a1", "a2", "none"]);
        assert_eq!(at("work\n  a1 |"), ["takes", "fails"]);
        assert_eq!(at("throttle x: 5 |"), ["per"]);
        assert_eq!(at("throttle x from |"), ["W1", "W2"]);
    }

    #[test]
    fn the_word_at_the_place_is_replaced() {
        let text = "# é\u{1f600}\nat 1s W1 na|kcs # so\nworkers W1";
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        let offset = text[..at].encode_utf16().count();
        let all = complete(&text, offset);
        let entries: Vec<Vec<&str>> =
            all.split_terminator(ENTRY).map(|entry| entry.split(FIELD).collect()).collect();
        assert_eq!(
            entries,
            [[
                "15",
                "20",
                "nacks",
                "nacks",
                "The worker gives the message up, to be tried again, after a wait where it asks for one"
            ]]
        );
    }

    #[test]
    fn wherever_it_is_asked_it_has_an_answer() {
        let book = include_str!("../../docs/src/language.md");
        let odd =
            "\u{feff}queue \"q\n \t# x\r\n  ordered\u{1f600} by ..\nat \"\\\n send (((a..b) = \"x";
        for text in book.split("```").chain([odd]) {
            for offset in (0..=text.encode_utf16().count()).step_by(5) {
                let all = complete(text, offset);
                assert!(all.matches(ENTRY).count() <= MOST);
                for entry in all.split_terminator(ENTRY) {
                    let parts: Vec<&str> = entry.split(FIELD).collect();
                    let [from, to, ..] = parts[..] else { panic!("{entry:?}") };
                    let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
                    assert!(
                        parts.len() == 5 && from <= offset && offset <= to,
                        "{entry:?} at {offset}"
                    );
                }
                let help = crate::help_at(text, offset);
                assert!(help.is_empty() || help.split(FIELD).count() == 5, "{help:?}");
            }
        }
    }
}
