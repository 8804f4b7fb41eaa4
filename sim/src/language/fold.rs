//! From statements to a scenario, and where in the text each part of it stands.

use super::fault::Fault;
use super::place::{Place, Places};
use super::statement::{
    Act, Clause, Field, Properties, Root, SendLine, Stated, Statement, WorkItem,
};
use crate::index::Index;
use crate::kept::words;
use crate::scenario::{
    Action, Claim, Expectation, Line, Note, OrderDecl, Scenario, Sent, WorkerDecl,
};
use crate::sorted::sorted;
use crate::time::Time;
use crate::words::folded_list;
use std::num::NonZeroU32;
use std::ops::Range;

/// A scenario with its places.
#[derive(Debug, Default)]
pub(crate) struct Folded {
    pub(crate) scenario: Scenario,
    pub(crate) places: Places,
    /// For each line of the script, expectation and note, the line of the text, from 1.
    pub(crate) script_lines: Vec<usize>,
    pub(crate) expect_lines: Vec<usize>,
    pub(crate) note_lines: Vec<usize>,
    /// What a text can get wrong and values cannot: a thing said twice.
    pub(crate) faults: Vec<Fault>,
    /// What has been said, and on which line.
    said: Vec<(&'static str, usize)>,
    /// What each worker takes, and on which line that is said.
    credits: Vec<(NonZeroU32, usize)>,
    credit_by_worker: Index,
    /// The line of each worker.
    worker_lines: Index,
    notes: Vec<(Note, Range<usize>, Range<usize>, usize)>,
}

pub(crate) fn fold(stated: &[Stated]) -> Folded {
    let mut folded = Folded::default();
    let mut listed = Index::new();
    let mut counted = 0;
    for stated in stated {
        if let Statement::Workers(names) = &stated.statement {
            for name in names {
                listed.insert(name.as_str().into(), 0);
            }
        }
        if let Statement::WorkerCount(count) = stated.statement {
            counted = counted.max(count);
        }
    }
    let is_listed = |name: &str| {
        let number = name.strip_prefix('W').filter(|number| !number.starts_with('0'));
        listed.contains_key(name)
            || number
                .and_then(|number| number.parse::<u32>().ok())
                .is_some_and(|number| (1..=counted).contains(&number))
    };
    for stated in stated {
        folded.add(stated, &is_listed);
    }
    folded.finish();
    folded
}

impl Folded {
    fn add(&mut self, stated: &Stated, is_listed: &dyn Fn(&str) -> bool) {
        let line = stated.line + 1;
        match &stated.statement {
            Statement::Title(title) => {
                if self.once("title", "`title`", stated) {
                    self.scenario.title = Some(title.clone());
                    self.all_marks(stated, Root::Title, 0);
                }
            }
            Statement::Queue { name, clauses } => {
                if self.once("queue", "`queue`", stated) {
                    self.scenario.queue.name.clone_from(name);
                    self.all_marks(stated, Root::Queue, 0);
                }
                self.clauses(clauses, stated);
            }
            Statement::Clauses(clauses) => self.clauses(clauses, stated),
            Statement::Workers(names) => {
                for (item, name) in names.iter().enumerate() {
                    let span = stated.mark(Field::Name, item).unwrap_or(stated.span.clone());
                    self.worker(name.clone(), span, line);
                }
            }
            Statement::WorkerCount(count) => {
                let mut doubled = Vec::new();
                for number in 1..=*count {
                    let name = format!("W{number}");
                    if self.worker_lines.contains_key(&*name) {
                        doubled.push(name);
                    } else {
                        self.worker(name, stated.span.clone(), line);
                    }
                }
                self.already_there(&doubled, stated);
            }
            Statement::Worker { name, takes } => {
                if let Some((_, before)) = self.credit(name) {
                    self.faults.push(Fault::new(
                        stated.span.clone(),
                        words!("what `{name}` takes is said already (line {before})"),
                    ));
                    return;
                }
                self.credit_by_worker.insert(name.as_str().into(), self.credits.len());
                self.credits.push((*takes, line));
                if !is_listed(name) {
                    let index = self.scenario.workers.len();
                    self.all_marks(stated, Root::Worker, index);
                    self.worker(name.clone(), stated.span.clone(), line);
                }
            }
            Statement::Throttle(throttle) => {
                self.all_marks(stated, Root::Throttle, self.scenario.throttles.len());
                self.scenario.throttles.push(throttle.clone());
            }
            Statement::At { at, act } => {
                self.all_marks(stated, Root::Script, self.scenario.script.len());
                self.script_lines.push(line);
                self.scenario.script.push(Line { at: *at, action: action(act) });
            }
            Statement::Note(note) => {
                let at = stated.mark(Field::At, 0).unwrap_or(stated.span.clone());
                self.notes.push((note.clone(), stated.span.clone(), at, line));
            }
            Statement::Until(until) => {
                if self.once("until", "`until`", stated) {
                    self.scenario.until = Some(*until);
                    self.all_marks(stated, Root::Until, 0);
                }
            }
            Statement::WorkHeader | Statement::ExpectHeader => {}
            Statement::Work(items) => self.work(items, stated),
            Statement::Expect { at, claims } => self.expect(*at, claims, stated),
        }
    }

    /// What needs all of the text: credits, the order of notes, the parts of group keys.
    fn finish(&mut self) {
        for worker in &mut self.scenario.workers {
            if let Some(place) = self.credit_by_worker.get(&*worker.name) {
                worker.takes = self.credits[*place].0;
            }
        }
        for (index, (note, span, at, line)) in
            sorted(std::mem::take(&mut self.notes), |(note, ..)| (note.at.as_micros(), 0))
                .into_iter()
                .enumerate()
        {
            self.places.put(Place::whole(Root::Note, index), span);
            self.places.put(Place::new(Root::Note, index, Field::At, 0), at);
            self.note_lines.push(line);
            self.scenario.notes.push(note);
        }
        // With one component, a `/` is a part of its value.
        if matches!(&self.scenario.queue.order, OrderDecl::By(key) if key.len() == 1) {
            for expectation in &mut self.scenario.expect {
                if let Claim::Group { key, .. } | Claim::MaxInFlight { key: Some(key), .. } =
                    &mut expectation.claim
                {
                    *key = vec![key.join("/")];
                }
            }
        }
    }

    /// What a worker takes, and the line that says it.
    fn credit(&self, name: &str) -> Option<(NonZeroU32, usize)> {
        self.credit_by_worker.get(name).map(|place| self.credits[*place])
    }

    fn clauses(&mut self, clauses: &[Clause], stated: &Stated) {
        self.places.put(Place::whole(Root::Queue, 0), stated.span.clone());
        let first_rule = self.scenario.queue.on_failure.len();
        let first_classified = self.scenario.queue.on_enqueue.len();
        let (mut rules, mut classified) = (Vec::new(), Vec::new());
        for (part, clause) in clauses.iter().enumerate() {
            if let Some((what, field)) = said_once(clause) {
                // The whole clause, where a part of it is marked alike.
                let span = stated
                    .marks()
                    .iter()
                    .filter(|mark| mark.part == part && mark.field == field)
                    .map(|mark| mark.span.clone())
                    .max_by_key(ExactSizeIterator::len)
                    .unwrap_or(stated.span.clone());
                if !self.once_at(what, what, span, stated.line + 1) {
                    continue;
                }
            }
            let queue = &mut self.scenario.queue;
            match clause {
                Clause::Order(order) => queue.order = order.clone(),
                Clause::Missing(missing) => queue.missing_key = *missing,
                Clause::Lease(lease) => queue.lease = *lease,
                Clause::Attempts(attempts) => queue.max_attempts = *attempts,
                Clause::Backoff(backoff) => queue.backoff = *backoff,
                Clause::OnFailure(rule) => {
                    rules.push(part);
                    queue.on_failure.push(*rule);
                }
                Clause::Quantum(quantum) => queue.quantum = *quantum,
                Clause::Classify(rule) => {
                    classified.push(part);
                    queue.on_enqueue.push(rule.clone());
                }
                Clause::Shards(shards) => queue.shards = Some(shards.clone()),
                Clause::Batches(most) => queue.batches_of = *most,
                Clause::Durability(durability) => queue.durability = *durability,
                Clause::ReclaimGrace(grace) => queue.reclaim_grace = *grace,
                Clause::TakeTurns => queue.take_turns = true,
            }
        }
        for mark in stated.marks() {
            let place_in = |parts: &[usize]| parts.iter().position(|part| *part == mark.part);
            let item = match (mark.field, place_in(&rules), place_in(&classified)) {
                (Field::Rule, Some(rule), _) => first_rule + rule,
                (Field::Classify, _, Some(rule)) => first_classified + rule,
                _ => mark.item,
            };
            self.places.put(Place::new(Root::Queue, 0, mark.field, item), mark.span.clone());
        }
    }

    fn work(&mut self, items: &[WorkItem], stated: &Stated) {
        for (part, item) in items.iter().enumerate() {
            let (root, index) = match item {
                WorkItem::Rule(_) => (Root::Rule, self.scenario.work.rules.len()),
                WorkItem::Takes(_) | WorkItem::Fail(_) | WorkItem::Seed(_) => (Root::Work, 0),
            };
            self.marks(stated, Some(part), root, index);
            match item {
                WorkItem::Takes(takes) => {
                    if self.once("takes", "how long every message takes", stated) {
                        self.scenario.work.takes = Some(*takes);
                    }
                }
                WorkItem::Fail(percent) => {
                    if self.once("fail", "how many attempts fail", stated) {
                        self.scenario.work.fail_percent = Some(*percent);
                    }
                }
                WorkItem::Seed(seed) => {
                    if self.once("seed", "`seed`", stated) {
                        self.scenario.work.seed = Some(*seed);
                    }
                }
                WorkItem::Rule(rule) => self.scenario.work.rules.push(rule.clone()),
            }
        }
    }

    fn expect(&mut self, at: Option<Time>, claims: &[Claim], stated: &Stated) {
        let at_span = stated.mark(Field::At, 0);
        for (part, claim) in claims.iter().enumerate() {
            let index = self.scenario.expect.len();
            if let Some(span) = &at_span {
                self.places.put(Place::new(Root::Expect, index, Field::At, 0), span.clone());
            }
            self.marks(stated, Some(part), Root::Expect, index);
            self.expect_lines.push(stated.line + 1);
            self.scenario.expect.push(Expectation { at, claim: claim.clone() });
        }
    }

    fn worker(&mut self, name: String, span: Range<usize>, line: usize) {
        self.worker_lines.insert(name.as_str().into(), line);
        self.places.put(Place::whole(Root::Worker, self.scenario.workers.len()), span);
        self.scenario.workers.push(WorkerDecl { name, takes: NonZeroU32::MIN });
    }

    /// A number of workers of which these are there: one fault, however many they are.
    fn already_there(&mut self, doubled: &[String], stated: &Stated) {
        let Some(first) = doubled.first() else {
            return;
        };
        let line = self.worker_lines.get(&**first).copied().unwrap_or_default();
        let who = match doubled {
            [only] => words!("the worker `{only}` is"),
            several => words!("the workers {} are", folded_list(several, 6)),
        };
        let message = words!("{who} there already (line {line})");
        self.faults.push(Fault::new(stated.span.clone(), message));
    }

    fn all_marks(&mut self, stated: &Stated, root: Root, index: usize) {
        self.marks(stated, None, root, index);
    }

    fn marks(&mut self, stated: &Stated, part: Option<usize>, root: Root, index: usize) {
        self.places.put(Place::whole(root, index), stated.span.clone());
        for mark in stated.marks() {
            if part.is_none_or(|part| part == mark.part) {
                self.places.put(Place::new(root, index, mark.field, mark.item), mark.span.clone());
            }
        }
    }

    /// Whether what may be said once is said for the first time; what is said again is wrong, and not heeded.
    fn once(&mut self, key: &'static str, what: &str, stated: &Stated) -> bool {
        self.once_at(key, what, stated.span.clone(), stated.line + 1)
    }

    fn once_at(&mut self, key: &'static str, what: &str, span: Range<usize>, line: usize) -> bool {
        if let Some((_, before)) = self.said.iter().find(|(known, _)| *known == key) {
            self.faults.push(Fault::new(span, words!("{what} is said already (line {before})")));
            return false;
        }
        self.said.push((key, line));
        true
    }
}

/// What a clause says that may be said once, and where its word is marked.
const fn said_once(clause: &Clause) -> Option<(&'static str, Field)> {
    Some(match clause {
        Clause::Order(_) => ("the order of the queue", Field::Order),
        Clause::Missing(_) => ("`missing key`", Field::Key),
        Clause::Lease(_) => ("`lease`", Field::Lease),
        Clause::Attempts(_) => ("`retry`", Field::Attempts),
        Clause::Backoff(_) => ("the backoff", Field::Backoff),
        Clause::Quantum(_) => ("`quantum`", Field::Quantum),
        Clause::Shards(_) => ("`shards`", Field::Shards),
        Clause::Batches(_) => ("`batches of`", Field::Batches),
        Clause::Durability(_) => ("`durability`", Field::Durability),
        Clause::ReclaimGrace(_) => ("`reclaim grace`", Field::ReclaimGrace),
        Clause::TakeTurns => ("`workers take turns`", Field::Worker),
        Clause::OnFailure(_) | Clause::Classify(_) => return None,
    })
}

fn action(act: &Act) -> Action {
    match act {
        Act::Other(action) => action.clone(),
        Act::Send(SendLine { messages, with, every }) => Action::Send {
            messages: messages
                .iter()
                .map(|item| {
                    sent(item.id.clone(), item.to.clone(), item.key.clone(), &item.properties, with)
                })
                .collect(),
            every: *every,
        },
    }
}

/// A message with its own properties, and those of its line where it says nothing else.
fn sent(
    id: String,
    to: Option<String>,
    key: Option<String>,
    own: &Properties,
    with: &Properties,
) -> Sent {
    let mut headers = own.headers.clone();
    for (name, value) in &with.headers {
        if !headers.iter().any(|(known, _)| known == name) {
            headers.push((name.clone(), value.clone()));
        }
    }
    Sent {
        id,
        to,
        key,
        headers,
        fairness: own.fairness.clone().or_else(|| with.fairness.clone()),
        weight: own.weight.or(with.weight).unwrap_or(NonZeroU32::MIN),
        delay: own.delay.or(with.delay).unwrap_or(Time::ZERO),
    }
}
