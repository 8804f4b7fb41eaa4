//! From a scenario back to statements: what has its default is not said.

use super::statement::{Act, Clause, Properties, SendLine, SentItem, Statement, WorkItem};
use crate::scenario::{Action, Claim, MissingKey, OrderDecl, QueueDecl, Scenario, Sent};
use crate::time::Time;

/// More workers than this, if they are called W1, W2, …, are given by their number.
const MOST_NAMED: usize = 8;
/// Expectations of one instant share a line up to this length.
const WIDEST: usize = 80;

pub(crate) fn unfold(scenario: &Scenario) -> Vec<Statement> {
    let mut statements = Vec::new();
    if let Some(title) = &scenario.title {
        statements.push(Statement::Title(title.clone()));
    }
    statements.push(Statement::Queue { name: scenario.queue.name.clone(), clauses: Vec::new() });
    statements.extend(clauses(&scenario.queue));
    workers(scenario, &mut statements);
    statements.extend(scenario.throttles.iter().cloned().map(Statement::Throttle));
    statements.extend(
        scenario.script.iter().map(|line| Statement::At { at: line.at, act: act(&line.action) }),
    );
    statements.extend(scenario.notes.iter().cloned().map(Statement::Note));
    statements.extend(scenario.until.map(Statement::Until));
    let work = work(scenario);
    if !work.is_empty() {
        statements.push(Statement::WorkHeader);
        statements.extend(work.into_iter().map(|item| Statement::Work(vec![item])));
    }
    if !scenario.expect.is_empty() {
        statements.push(Statement::ExpectHeader);
        expectations(scenario, &mut statements);
    }
    statements
}

fn clauses(queue: &QueueDecl) -> Vec<Statement> {
    let default = QueueDecl::default();
    let mut lines = Vec::new();
    if queue.order != OrderDecl::Unordered {
        lines.push(vec![Clause::Order(queue.order.clone())]);
    }
    if queue.missing_key != MissingKey::Reject {
        lines.push(vec![Clause::Missing(queue.missing_key)]);
    }
    lines.extend(queue.on_enqueue.iter().map(|rule| vec![Clause::Classify(rule.clone())]));
    if let Some(shards) = &queue.shards {
        lines.push(vec![Clause::Shards(shards.clone())]);
    }
    if queue.batches_of != default.batches_of {
        lines.push(vec![Clause::Batches(queue.batches_of)]);
    }
    if queue.durability != default.durability {
        lines.push(vec![Clause::Durability(queue.durability)]);
    }
    if queue.reclaim_grace != default.reclaim_grace {
        lines.push(vec![Clause::ReclaimGrace(queue.reclaim_grace)]);
    }
    if queue.lease != default.lease {
        lines.push(vec![Clause::Lease(queue.lease)]);
    }
    let mut retry = Vec::new();
    if queue.max_attempts != default.max_attempts || queue.backoff != default.backoff {
        retry.push(Clause::Attempts(queue.max_attempts));
    }
    if queue.backoff != default.backoff {
        retry.push(Clause::Backoff(queue.backoff));
    }
    lines.push(retry);
    lines.extend(queue.on_failure.iter().map(|rule| vec![Clause::OnFailure(*rule)]));
    if queue.quantum != default.quantum {
        lines.push(vec![Clause::Quantum(queue.quantum)]);
    }
    if queue.take_turns {
        lines.push(vec![Clause::TakeTurns]);
    }
    lines.into_iter().filter(|clauses| !clauses.is_empty()).map(Statement::Clauses).collect()
}

fn workers(scenario: &Scenario, statements: &mut Vec<Statement>) {
    let names: Vec<String> = scenario.workers.iter().map(|worker| worker.name.clone()).collect();
    let numbered = names.iter().enumerate().all(|(index, name)| *name == format!("W{}", index + 1));
    match u32::try_from(names.len()) {
        Ok(0) => {}
        Ok(count) if numbered && names.len() > MOST_NAMED => {
            statements.push(Statement::WorkerCount(count));
        }
        Ok(_) | Err(_) => statements.push(Statement::Workers(names)),
    }
    for worker in &scenario.workers {
        if worker.takes.get() > 1 {
            statements.push(Statement::Worker { name: worker.name.clone(), takes: worker.takes });
        }
    }
}

pub(crate) fn act(action: &Action) -> Act {
    if let Action::Send { messages, every } = action {
        Act::Send(send(messages, *every))
    } else {
        Act::Other(action.clone())
    }
}

/// What goes for every message of the line is said once.
fn send(messages: &[Sent], every: Option<Time>) -> SendLine {
    let mut messages: Vec<SentItem> = messages.iter().map(item).collect();
    let mut with = Properties::default();
    if let [first, rest @ ..] = messages.as_slice()
        && !rest.is_empty()
        && rest.iter().all(|item| item.properties == first.properties)
    {
        with = first.properties.clone();
        for item in &mut messages {
            item.properties = Properties::default();
        }
    }
    SendLine { messages, with, every }
}

fn item(sent: &Sent) -> SentItem {
    SentItem {
        id: sent.id.clone(),
        to: sent.to.clone(),
        key: sent.key.clone(),
        properties: Properties {
            headers: sent.headers.clone(),
            fairness: sent.fairness.clone(),
            weight: (sent.weight.get() > 1).then_some(sent.weight),
            delay: (!sent.delay.is_zero()).then_some(sent.delay),
        },
    }
}

fn work(scenario: &Scenario) -> Vec<WorkItem> {
    let work = &scenario.work;
    let mut items = Vec::new();
    items.extend(work.takes.map(WorkItem::Takes));
    items.extend(work.fail_percent.map(WorkItem::Fail));
    items.extend(work.seed.map(WorkItem::Seed));
    items.extend(work.rules.iter().cloned().map(WorkItem::Rule));
    items
}

fn expectations(scenario: &Scenario, statements: &mut Vec<Statement>) {
    let mut group: Option<(Time, Vec<Claim>, usize)> = None;
    for expectation in &scenario.expect {
        let Some(at) = expectation.at else {
            close(&mut group, statements);
            statements
                .push(Statement::Expect { at: None, claims: vec![expectation.claim.clone()] });
            continue;
        };
        let wide = expectation.claim.to_string().len();
        match &mut group {
            Some((same, claims, width)) if *same == at && *width + wide <= WIDEST => {
                claims.push(expectation.claim.clone());
                *width += wide;
            }
            Some(_) | None => {
                close(&mut group, statements);
                group = Some((at, vec![expectation.claim.clone()], wide));
            }
        }
    }
    close(&mut group, statements);
}

fn close(group: &mut Option<(Time, Vec<Claim>, usize)>, statements: &mut Vec<Statement>) {
    if let Some((at, claims, _)) = group.take() {
        statements.push(Statement::Expect { at: Some(at), claims });
    }
}
