//! The other text: the one on screen with one thing otherwise.

use super::lines::{Lines, listed, name};
use super::what::What;
use queuescope_sim::edit::{Edit, remove_line, set_workers};
use queuescope_sim::{
    Action, Claim, Component, Diagnostic, MissingKey, OrderDecl, Parsed, QueueDecl, Scenario,
    parse, print,
};
use std::num::NonZeroU32;

/// The text of the other version of a scenario: see [`What`].
///
/// # Errors
/// Why there is no such version, and what would do instead.
pub(super) fn other(text: &str, parsed: &Parsed, what: &What) -> Result<String, String> {
    let other = match what {
        What::WithoutWorker(worker) => without_worker(text, parsed, worker)?,
        What::WithoutThrottle(throttle) => without_throttle(text, parsed, throttle)?,
        What::WithoutLine(line) => without_line(text, parsed, *line)?,
        What::Unordered => unordered(parsed)?,
        What::Workers(count) => workers(text, parsed, *count)?,
        What::Retry(clause) => retry(text, parsed, clause)?,
        What::BeforeTheLastEdit => {
            return Err(
                "what there was before the last edit is a text of its own: compare with that"
                    .to_owned(),
            );
        }
    };
    match parse(&other) {
        Ok(_) => Ok(other),
        Err(errors) => Err(refused(&errors)),
    }
}

fn refused(errors: &[Diagnostic]) -> String {
    let why = errors.first().map_or("", |error| error.message.as_str());
    format!("there is no run to compare with: {why}")
}

fn edited(edit: Result<Edit, Vec<Diagnostic>>) -> Result<String, String> {
    edit.map(|edit| edit.text).map_err(|errors| refused(&errors))
}

/// Without a worker, and without every line and expectation that names it.
fn without_worker(text: &str, parsed: &Parsed, worker: &str) -> Result<String, String> {
    let scenario = &parsed.scenario;
    let declared = scenario.workers.iter().any(|known| known.name == worker);
    let named = || scenario.script.iter().map(|line| worker_of(&line.action) == Some(worker));
    if !declared && !named().any(|named| named) {
        return Err(format!("no worker is called `{worker}`"));
    }
    let mut lines = Lines::of(text);
    for (line, _) in parsed.script_lines.iter().zip(named()).filter(|(_, named)| *named) {
        lines.remove(*line);
    }
    for (line, said) in lines.statements("worker") {
        if name(said).is_some_and(|(name, _)| name == worker) {
            lines.remove(line);
        }
    }
    for (line, said) in lines.statements("workers") {
        let mut names = Vec::new();
        let mut rest = said;
        while let Some((name, behind)) = name(rest) {
            names.push(name);
            rest = behind;
        }
        if let [only] = &names[..]
            && !said.starts_with('"')
            && let Ok(count) = only.parse::<usize>()
        {
            names = (1..=count).map(|number| format!("W{number}")).collect();
        }
        if names.iter().any(|name| name == worker) {
            names.retain(|name| name != worker);
            match names.is_empty() {
                true => lines.remove(line),
                false => lines.replace(line, &format!("workers {}", listed(&names))),
            }
        }
    }
    let mut throttles: Vec<&str> =
        scenario.throttles.iter().map(|throttle| &*throttle.name).collect();
    for (line, said) in lines.statements("throttle") {
        let from = name(said).and_then(|(_, rest)| name(rest.trim_start().strip_prefix("from ")?));
        if from.is_some_and(|(from, _)| from == worker) {
            lines.remove(line);
        }
    }
    throttles.retain(|throttle| {
        let stays = |decl: &&queuescope_sim::ThrottleDecl| decl.from.as_deref() != Some(worker);
        scenario.throttles.iter().filter(stays).any(|decl| decl.name == *throttle)
    });
    lines.expect_without(parsed, |claim| match claim {
        Claim::Has { worker: named, .. } | Claim::Idle { worker: named } => named == worker,
        Claim::WaitsForThrottle { throttle, .. } => !throttles.contains(&&**throttle),
        Claim::Waits { .. }
        | Claim::WaitsBehind { .. }
        | Claim::WaitsUntil { .. }
        | Claim::WaitsForWorker { .. }
        | Claim::WaitsForReclaim { .. }
        | Claim::ProcessedTwice { .. }
        | Claim::WaitsForTurn { .. }
        | Claim::Dead { .. }
        | Claim::Done { .. }
        | Claim::NothingWaits
        | Claim::Group { .. }
        | Claim::Deliveries { .. }
        | Claim::MaxInFlight { .. }
        | Claim::DeliveredBefore { .. }
        | Claim::LostNothing => false,
    });
    Ok(lines.text(parsed))
}

/// The worker that does something by a line.
fn worker_of(action: &Action) -> Option<&str> {
    match action {
        Action::Ack { worker, .. }
        | Action::Nack { worker, .. }
        | Action::Reject { worker, .. }
        | Action::Extend { worker, .. }
        | Action::Crash { worker }
        | Action::Return { worker }
        | Action::Join { worker, .. }
        | Action::Leave { worker }
        | Action::CutOff { worker, .. } => Some(worker),
        Action::Send { .. }
        | Action::Redrive(_)
        | Action::DeadLetter { .. }
        | Action::Purge(_)
        | Action::LeaderCrash => None,
    }
}

/// Without every declaration of a throttle, and what is expected of it.
fn without_throttle(text: &str, parsed: &Parsed, throttle: &str) -> Result<String, String> {
    if !parsed.scenario.throttles.iter().any(|known| known.name == throttle) {
        return Err(format!("no throttle is called `{throttle}`"));
    }
    let mut lines = Lines::of(text);
    for (line, said) in lines.statements("throttle") {
        if name(said).is_some_and(|(name, _)| name == throttle) {
            lines.remove(line);
        }
    }
    lines.expect_without(parsed, |claim| {
        matches!(claim, Claim::WaitsForThrottle { throttle: named, .. } if named == throttle)
    });
    Ok(lines.text(parsed))
}

fn without_line(text: &str, parsed: &Parsed, line: usize) -> Result<String, String> {
    let place = parsed.script_lines.iter().position(|known| *known == line);
    let place = place.ok_or_else(|| format!("line {line} is no line of the script"))?;
    edited(remove_line(text, place))
}

/// With so many workers. Where lines name those that go, these lines go with them.
fn workers(text: &str, parsed: &Parsed, count: usize) -> Result<String, String> {
    let there = parsed.scenario.workers.len();
    if let edited @ Ok(_) = edited(set_workers(text, count)) {
        return edited;
    }
    if count >= there {
        return edited(set_workers(text, count));
    }
    let mut text = text.to_owned();
    for worker in &parsed.scenario.workers[count..] {
        let parsed = parse(&text).map_err(|errors| refused(&errors))?;
        text = without_worker(&text, &parsed, &worker.name)?;
    }
    Ok(text)
}

/// Without order. The values of the key stay headers of their messages; what is expected of groups goes.
fn unordered(parsed: &Parsed) -> Result<String, String> {
    let mut scenario = parsed.scenario.clone();
    let header = match &scenario.queue.order {
        OrderDecl::Unordered => return Err("the queue is unordered already".to_owned()),
        OrderDecl::Ordered => None,
        OrderDecl::By(components) => components.iter().find_map(|component| match component {
            Component::Header(header) => Some(header.clone()),
            Component::Attribute(_) | Component::FairnessKey => None,
        }),
    };
    scenario.queue.order = OrderDecl::Unordered;
    scenario.queue.missing_key = MissingKey::default();
    for line in &mut scenario.script {
        let Action::Send { messages, .. } = &mut line.action else { continue };
        for sent in messages {
            if let (Some(value), Some(header)) = (sent.key.take(), &header) {
                sent.headers.insert(0, (header.clone(), value));
            }
        }
    }
    let marks = scenario.expect.iter().filter_map(|expectation| expectation.at);
    scenario.until = marks.chain(scenario.until).max();
    scenario.expect.clear();
    let text = print(&scenario);
    if parse(&text).is_ok() {
        return Ok(text);
    }
    scenario.queue.batches_of = NonZeroU32::MIN;
    Ok(print(&scenario))
}

/// With another retry policy. What the words do not name stays.
fn retry(text: &str, parsed: &Parsed, clause: &str) -> Result<String, String> {
    let asked = parse(&format!("queue q\n  {clause}\n")).map_err(|errors| refused(&errors))?;
    let mut scenario = parsed.scenario.clone();
    scenario.queue.max_attempts = asked.scenario.queue.max_attempts;
    if clause.contains("backoff") {
        scenario.queue.backoff = asked.scenario.queue.backoff;
    }
    let said = policy(&scenario.queue);
    let mut lines = Lines::of(text);
    let own: Vec<usize> = lines
        .statements("retry")
        .into_iter()
        .filter(|(_, said)| is_policy(&format!("retry {said}")))
        .map(|(line, _)| line)
        .collect();
    match (&own[..], lines.statements("queue").first()) {
        ([first, others @ ..], _) => {
            lines.replace(*first, &said);
            others.iter().for_each(|line| lines.remove(*line));
        }
        ([], Some((queue, _))) => lines.insert_within(*queue, &said),
        ([], None) => return Ok(print(&scenario)),
    }
    let text = lines.text(parsed);
    // A policy that stands among other clauses is not found by its line.
    match parse(&text) {
        Ok(parsed) if parsed.scenario == scenario => Ok(text),
        Ok(_) | Err(_) => Ok(print(&scenario)),
    }
}

/// A retry policy as the language writes it.
fn policy(queue: &QueueDecl) -> String {
    let said = |queue: QueueDecl| {
        let text = print(&Scenario { queue, ..Scenario::default() });
        text.lines().map(str::trim).find(|line| line.starts_with("retry ")).map(str::to_owned)
    };
    let (max_attempts, backoff) = (queue.max_attempts, queue.backoff);
    let whole = said(QueueDecl { max_attempts, backoff, ..QueueDecl::default() });
    // What has its default is not written.
    whole.unwrap_or_else(|| format!("retry {max_attempts} attempts, backoff 1s up to 60s"))
}

/// Whether a clause says nothing but a retry policy.
fn is_policy(clause: &str) -> bool {
    let default = QueueDecl { name: "q".to_owned(), ..QueueDecl::default() };
    parse(&format!("queue q\n  {clause}\n")).is_ok_and(|parsed| {
        let queue = parsed.scenario.queue;
        queue == QueueDecl { max_attempts: queue.max_attempts, backoff: queue.backoff, ..default }
    })
}

#[cfg(test)]
mod tests;
