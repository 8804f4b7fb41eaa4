//! What the words of the language mean: one table, for whoever completes a word and whoever asks what one is.

use crate::scan::Section;

/// A word of the language at one of its places.
#[derive(Debug)]
pub(crate) struct Word {
    /// The word.
    pub(crate) word: &'static str,
    /// What is written for it.
    pub(crate) insert: &'static str,
    /// What it means, in a sentence or two.
    pub(crate) help: &'static str,
    /// An example; empty: that of what it belongs to.
    pub(crate) example: &'static str,
}

const fn word(
    word: &'static str,
    insert: &'static str,
    help: &'static str,
    example: &'static str,
) -> Word {
    Word { word, insert, help, example }
}

/// The words that begin a statement.
pub(crate) const STATEMENTS: [Word; 10] = [
    word("title", "title \"", "What the scenario is called.", "title \"One account retries\""),
    word(
        "queue",
        "queue ",
        "The queue, and indented below it its clauses: order, leases, retries.",
        "queue orders\n  ordered by header account",
    ),
    word(
        "workers",
        "workers ",
        "The workers that are there from the start, by their names or their number.",
        "workers W1 W2",
    ),
    word(
        "worker",
        "worker ",
        "One worker, and how many messages it may hold.",
        "worker W1 takes 2",
    ),
    word(
        "throttle",
        "throttle ",
        "Limits on deliveries: per sliding window, or from a token bucket; with `by`, each value has its own.",
        "throttle stripe: 10 per 1s by header customer",
    ),
    word(
        "at",
        "at ",
        "What happens at an instant, counted from the start of the run.",
        "at 0s  send a1(A) a2(A)",
    ),
    word(
        "note",
        "note at ",
        "A sentence that the player says at an instant.",
        "note at 4s \"W1 gives up\"",
    ),
    word("until", "until ", "The run goes on at least until this instant.", "until 60s"),
    word(
        "work",
        "work",
        "Workers act by themselves, as the lines indented below say. An `at` line still wins.",
        "work\n  takes 2s",
    ),
    word(
        "expect",
        "expect",
        "What must hold, in the lines indented below: at an instant, or over the run.",
        "expect\n  at 9s W1 has a1",
    ),
];

/// The clauses of the queue.
const QUEUE: [Word; 19] = [
    word(
        "unordered",
        "unordered",
        "No promise about order. As a missing key: such a message is outside of every group.",
        "unordered",
    ),
    word(
        "ordered",
        "ordered by header ",
        "Messages with equal keys form a group, one in flight at a time. Without `by`, the whole queue is one group.",
        "ordered by header account",
    ),
    word(
        "missing",
        "missing key: ",
        "What becomes of a message without the key: its send is refused, or it is in no group.",
        "missing key: unordered",
    ),
    word(
        "lease",
        "lease ",
        "How long a worker has for a message before it is tried again.",
        "lease 30s",
    ),
    word(
        "retry",
        "retry ",
        "How often a message is delivered before it is a dead letter.",
        "retry 3 attempts",
    ),
    word("no", "no backoff", "A failed message may be tried again at once.", "no backoff"),
    word(
        "backoff",
        "backoff ",
        "The wait between attempts: fixed, or doubling up to the longest.",
        "backoff 1s up to 60s",
    ),
    word(
        "on",
        "on failure",
        "A rule that decides before the retry policy does. The first that matches decides.",
        "on failure by nack from attempt 2: dead-letter",
    ),
    word(
        "quantum",
        "quantum ",
        "How many deliveries a fairness key of weight 1 has per round.",
        "quantum 2",
    ),
    word(
        "workers",
        "workers take turns",
        "A message goes to the next worker in turn, not to the first that is free.",
        "workers take turns",
    ),
    word(
        "durability",
        "durability ",
        "Whether a new leader knows the leases of the one that crashed.",
        "durability fast",
    ),
    word(
        "reclaim",
        "reclaim grace ",
        "How long a new leader of a fast queue waits for what workers have to say.",
        "reclaim grace 5s",
    ),
    word(
        "shards",
        "shards ",
        "Splits the queue; each shard schedules by itself. Its key is a part of the ordering key.",
        "shards 4 by header account",
    ),
    word(
        "batches",
        "batches of ",
        "So many consecutive messages of a group go out together, and are settled in order.",
        "batches of 3",
    ),
    word(
        "attribute",
        "attribute ",
        "A value that the queue gives a message as it arrives, from one of its headers.",
        "attribute tier = header plan",
    ),
    word(
        "fairness",
        "fairness key",
        "What takes turns: each fairness key gets its share. As a rule, it is read from a header.",
        "fairness key = header tenant",
    ),
    word(
        "weight",
        "weight = ",
        "A fairness key of weight 3 gets three times the share.",
        "weight = 3 when header plan is gold",
    ),
    word(
        "header",
        "header ",
        "A value that a message carries, by its name.",
        "ordered by header account",
    ),
    word(
        "when",
        "when header ",
        "The rule is about messages alone whose header has this value.",
        "weight = 3 when header plan is gold",
    ),
];

/// What happens at an instant.
const SCRIPT: [Word; 22] = [
    word(
        "send",
        "send ",
        "Messages arrive, side by side. `a1(A)` has the key A, `name=value` is a header.",
        "at 0s  send a1(A) a2(A) delay 5s",
    ),
    word(
        "delay",
        "delay ",
        "How long the message waits before its first delivery.",
        "at 0s  send a1 delay 5s",
    ),
    word(
        "fairness",
        "fairness ",
        "The fairness key: keys take turns.",
        "at 0s  send a1 fairness acme",
    ),
    word(
        "weight",
        "weight ",
        "A fairness key of weight 3 gets three times the share.",
        "at 0s  send a1 fairness acme weight 3",
    ),
    word(
        "with",
        "with ",
        "What follows goes for every message of the line that does not say otherwise.",
        "at 0s  send a1 a2 with account=A",
    ),
    word(
        "every",
        "every ",
        "The messages of the line come one after the other, so far apart.",
        "at 0s  send o1..o20 every 200ms",
    ),
    word("acks", "acks", "The worker is done with the message.", "at 2s  W1 acks a1"),
    word(
        "nacks",
        "nacks",
        "The worker gives the message up, to be tried again, after a wait where it asks for one.",
        "at 4s  W1 nacks, retry after 5s",
    ),
    word(
        "retry",
        "retry after ",
        "The wait that the worker asks for before the next attempt.",
        "at 4s  W1 nacks, retry after 5s",
    ),
    word(
        "rejects",
        "rejects",
        "The message goes to the dead letters at once.",
        "at 3s  W1 rejects a1",
    ),
    word(
        "extends",
        "extends by ",
        "The worker asks for a longer lease.",
        "at 3s  W1 extends by 10s",
    ),
    word(
        "crashes",
        "crashes",
        "The worker is gone with what it holds; the leases run out. Of a leader: there is a new one at once.",
        "at 4s  W1 crashes",
    ),
    word(
        "returns",
        "returns",
        "A worker that crashed is there again, and holds nothing.",
        "at 5s  W1 returns",
    ),
    word(
        "joins",
        "joins",
        "One more worker is there from this instant on.",
        "at 6s  W3 joins taking 2",
    ),
    word("taking", "taking ", "How many messages the worker may hold.", "at 6s  W3 joins taking 2"),
    word("leaves", "leaves", "The worker takes nothing more, and goes.", "at 7s  W3 leaves"),
    word(
        "cut",
        "cut off for ",
        "The worker works on, but the leader does not hear it until the time is over.",
        "at 8s  W1 cut off for 10s",
    ),
    word(
        "leader",
        "leader crashes",
        "The leader crashes, and there is a new one at that instant. What it knows says `durability`.",
        "at 3s  leader crashes",
    ),
    word(
        "redrive",
        "redrive ",
        "Dead letters join the queue again: all, the first ones, or one.",
        "at 2s  redrive all",
    ),
    word("dead-letter", "dead-letter ", "A message is set aside by hand.", "at 1s  dead-letter a1"),
    word(
        "purge",
        "purge",
        "Dead letters are thrown away: all, the first ones, or one.",
        "at 3s  purge",
    ),
    word("all", "all", "All dead letters.", "at 2s  redrive all"),
];

/// A worker.
const WORKER: [Word; 1] = [word(
    "takes",
    "takes ",
    "How many messages the worker may hold at once.",
    "worker W1 takes 2",
)];

/// A throttle.
const THROTTLE: [Word; 7] = [
    word(
        "from",
        "from ",
        "A worker declares the throttle: it holds while that worker is there.",
        "throttle email from W1: 5 per 1s",
    ),
    word(
        "per",
        "per ",
        "So many deliveries in any time of this length.",
        "throttle stripe: 10 per 1s",
    ),
    word(
        "rate",
        "rate ",
        "A token bucket: it gains so many per time, and a delivery takes one.",
        "throttle email: rate 5 per 1s burst 10",
    ),
    word(
        "burst",
        "burst ",
        "The most tokens that the bucket holds; 1 where nothing is said.",
        "throttle email: rate 5 per 1s burst 10",
    ),
    word(
        "by",
        "by header ",
        "Each value has a bucket of its own.",
        "throttle stripe: 10 per 1s by header customer",
    ),
    word(
        "missing",
        "missing ",
        "Messages without the key share a bucket, or are unthrottled.",
        "throttle t: 10 per 1s by header customer, missing unthrottled",
    ),
    word(
        "header",
        "header ",
        "A value that a message carries, by its name.",
        "throttle stripe: 10 per 1s by header customer",
    ),
];

/// What workers do by themselves.
const WORK: [Word; 5] = [
    word(
        "takes",
        "takes ",
        "How long the work on a message takes: a time, or from one time to another.",
        "takes 100ms to 300ms",
    ),
    word(
        "fails",
        "fails ",
        "How many of the first attempts at the message fail.",
        "a2 fails twice, retry after 5s",
    ),
    word("fail", "fail", "So many of a hundred attempts fail, by chance.", "5% fail"),
    word(
        "retry",
        "retry after ",
        "The wait that the worker asks for before the next attempt.",
        "a2 fails twice, retry after 5s",
    ),
    word("seed", "seed ", "Where chance begins: the same seed gives the same run.", "seed 7"),
];

/// What must hold.
const EXPECT: [Word; 14] = [
    word("at", "at ", "What follows holds after what happens at that instant.", "at 9s  W1 has a2"),
    word("has", "has ", "The worker holds exactly these messages.", "at 9s  W1 has a2"),
    word("idle", "idle", "The worker holds nothing.", "at 9s  W1 idle"),
    word(
        "waits",
        "waits",
        "The message waits: for one before it, for a time, for room in a throttle, for a worker.",
        "at 4s  a2 waits behind a1",
    ),
    word(
        "behind",
        "behind ",
        "The message waits for the one before it.",
        "at 4s  a2 waits behind a1",
    ),
    word("nothing", "nothing waits", "No message waits.", "nothing waits"),
    word("dead", "dead: ", "The dead letters, in order.", "dead: a1 a2"),
    word("done", "done: ", "What is acked, in order.", "done: a1"),
    word("group", "group ", "The deliveries of a group, in order.", "group A: a1 a2 a2 a3"),
    word("deliveries", "deliveries: ", "All deliveries, in order.", "deliveries: a1 b1 a2"),
    word(
        "max",
        "max in flight ",
        "Never more at once, of a group or of all.",
        "max in flight A: 1",
    ),
    word(
        "delivered",
        "delivered ",
        "The first delivery of one message is before that of the other.",
        "delivered b1 before a1",
    ),
    word(
        "processed",
        "processed twice: ",
        "What two workers had at once, in the order in which it came about.",
        "processed twice: none",
    ),
    word(
        "lost",
        "lost nothing",
        "Every message is done, dead, purged, waiting or in flight.",
        "lost nothing",
    ),
];

/// The word at its place: in a line of a section that begins so.
pub(crate) fn find(
    section: Section,
    first: &str,
    is_first: bool,
    word: &str,
) -> Option<&'static Word> {
    let statement = || STATEMENTS.iter().find(|known| known.word == word);
    let among = |words: &'static [Word]| words.iter().find(|known| known.word == word);
    match section {
        Section::Statement if is_first => statement(),
        Section::Statement => match first {
            "at" => among(&SCRIPT),
            "queue" => among(&QUEUE),
            "throttle" => among(&THROTTLE),
            "worker" => among(&WORKER),
            _ => None,
        },
        Section::Queue => among(&QUEUE),
        Section::Work => among(&WORK),
        Section::Expect => among(&EXPECT),
    }
}
