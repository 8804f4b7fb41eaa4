//! Where something of a scenario is in its JSON.

use super::place::Place;
use super::statement::{Field, Root};
use crate::scenario::{Action, Claim, Scenario};

impl Place {
    /// The path in the JSON of that scenario: `script[3].action.ack.worker`.
    pub(crate) fn path(self, scenario: &Scenario) -> String {
        let (index, item) = (self.index, self.item);
        let root = match self.root {
            Root::Title => "title".to_owned(),
            Root::Queue => "queue".to_owned(),
            Root::Worker => format!("workers[{index}]"),
            Root::Throttle => format!("throttles[{index}]"),
            Root::Script => format!("script[{index}]"),
            Root::Work => "work".to_owned(),
            Root::Rule => format!("work.rules[{index}]"),
            Root::Note => format!("notes[{index}]"),
            Root::Until => "until".to_owned(),
            Root::Expect => format!("expect[{index}]"),
        };
        let choice = match (self.root, self.field) {
            (_, Field::Whole | Field::At) => String::new(),
            (Root::Script, _) => {
                let line = scenario.script.get(index);
                format!(".action.{}", line.map_or("", |line| verb(&line.action)))
            }
            (Root::Expect, _) => {
                let expected = scenario.expect.get(index);
                format!(".claim.{}", expected.map_or("", |expected| kind(&expected.claim)))
            }
            (Root::Rule, Field::Takes) => ".says".to_owned(),
            (Root::Rule, Field::RetryAfter) => ".says.fails".to_owned(),
            _ => String::new(),
        };
        let of_send = choice.ends_with(".send");
        let field = match self.field {
            Field::Whole => String::new(),
            Field::At if self.root == Root::Until => String::new(),
            Field::At => ".at".to_owned(),
            Field::Name => ".name".to_owned(),
            Field::Worker if self.root == Root::Throttle => ".from".to_owned(),
            Field::Worker => ".worker".to_owned(),
            Field::Message if self.root == Root::Rule => ".pattern".to_owned(),
            Field::Message if self.root == Root::Expect => message(&choice, item),
            Field::Message if !of_send => ".message".to_owned(),
            Field::Message | Field::Item => format!(".messages[{item}]"),
            Field::To => format!(".messages[{item}].to"),
            Field::Key if of_send => format!(".messages[{item}].key"),
            Field::Key => ".key".to_owned(),
            Field::Header => format!(".messages[{item}].headers"),
            Field::Delay => format!(".messages[{item}].delay"),
            Field::Component if self.root == Root::Queue => format!(".order.by[{item}]"),
            Field::Component => format!(".by[{item}]"),
            Field::Limit => format!(".limits[{item}]"),
            Field::Throttle => ".throttle".to_owned(),
            Field::Order => ".order".to_owned(),
            Field::Lease => ".lease".to_owned(),
            Field::Attempts => ".maxAttempts".to_owned(),
            Field::Backoff => ".backoff".to_owned(),
            Field::Rule => format!(".onFailure[{item}]"),
            Field::Quantum => ".quantum".to_owned(),
            Field::Classify => format!(".onEnqueue[{item}]"),
            Field::Shards => ".shards".to_owned(),
            Field::ShardComponent => format!(".shards.by[{item}]"),
            Field::Batches => ".batchesOf".to_owned(),
            Field::Durability => ".durability".to_owned(),
            Field::ReclaimGrace => ".reclaimGrace".to_owned(),
            Field::Every => ".every".to_owned(),
            Field::Time if self.root == Root::Expect => ".until".to_owned(),
            Field::Time if choice.ends_with(".cutOff") => ".lasting".to_owned(),
            Field::Time => ".by".to_owned(),
            Field::RetryAfter => ".retryAfter".to_owned(),
            Field::Takes | Field::Credit => ".takes".to_owned(),
            Field::Fail => ".failPercent".to_owned(),
        };
        format!("{root}{choice}{field}")
    }
}

/// What an action is called in JSON.
const fn verb(action: &Action) -> &'static str {
    match action {
        Action::Send { .. } => "send",
        Action::Ack { .. } => "ack",
        Action::Nack { .. } => "nack",
        Action::Reject { .. } => "reject",
        Action::Extend { .. } => "extend",
        Action::Crash { .. } => "crash",
        Action::Return { .. } => "return",
        Action::Join { .. } => "join",
        Action::Leave { .. } => "leave",
        Action::Redrive(_) => "redrive",
        Action::DeadLetter { .. } => "deadLetter",
        Action::Purge(_) => "purge",
        Action::CutOff { .. } => "cutOff",
        Action::LeaderCrash => "leaderCrash",
    }
}

/// What a claim is called in JSON.
const fn kind(claim: &Claim) -> &'static str {
    match claim {
        Claim::Has { .. } => "has",
        Claim::Idle { .. } => "idle",
        Claim::Waits { .. } => "waits",
        Claim::WaitsBehind { .. } => "waitsBehind",
        Claim::WaitsUntil { .. } => "waitsUntil",
        Claim::WaitsForThrottle { .. } => "waitsForThrottle",
        Claim::WaitsForWorker { .. } => "waitsForWorker",
        Claim::WaitsForTurn { .. } => "waitsForTurn",
        Claim::WaitsForReclaim { .. } => "waitsForReclaim",
        Claim::ProcessedTwice { .. } => "processedTwice",
        Claim::Dead { .. } => "dead",
        Claim::Done { .. } => "done",
        Claim::NothingWaits => "nothingWaits",
        Claim::Group { .. } => "group",
        Claim::Deliveries { .. } => "deliveries",
        Claim::MaxInFlight { .. } => "maxInFlight",
        Claim::DeliveredBefore { .. } => "deliveredBefore",
        Claim::LostNothing => "lostNothing",
    }
}

/// Where a claim names a message.
fn message(claim: &str, item: usize) -> String {
    match claim {
        ".claim.has"
        | ".claim.dead"
        | ".claim.done"
        | ".claim.deliveries"
        | ".claim.processedTwice" => {
            format!(".messages[{item}]")
        }
        ".claim.group" => format!(".deliveries[{item}]"),
        ".claim.deliveredBefore" if item == 0 => ".earlier".to_owned(),
        ".claim.deliveredBefore" => ".later".to_owned(),
        _ if item == 0 => ".message".to_owned(),
        _ => ".behind".to_owned(),
    }
}
