//! The form for a new message: a field for each key that the scenario looks at.

mod form;
mod name;

use crate::run::Played;
use crate::state::State;
use crate::tree::Node;
use crate::words::FROZEN;
use form::form;
use name::next_name;
use queuescope_sim::edit::insert_said;
use queuescope_sim::{Action, ClassifierSets, Component, OrderDecl, Scenario, Sent, Time, said};

/// The most keys that are offered.
const MOST_KEYS: usize = 40;

/// The form for a new message.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Compose {
    /// The name that is filled in.
    name: String,
    /// What the key is called, and what is filled in; none: the queue has no key of one header.
    key: Option<(String, String)>,
    /// Values that the key has had.
    keys: Vec<String>,
    /// Other headers that the scenario looks at, and without a name its fairness key, with what is filled in.
    others: Vec<(Option<String>, String)>,
    /// Its delay.
    delay: Time,
    /// When it will be sent.
    at: Time,
    /// The instant on screen: the send is later.
    now: Time,
    /// What it does.
    does: String,
    /// Why it cannot be sent as filled in.
    objection: Option<String>,
}

/// The form for a new message.
pub(crate) fn compose(played: &Played, text: &str, state: State<'_>) -> Node {
    form(&Compose::of(played, text, state))
}

impl Compose {
    fn of(played: &Played, text: &str, state: State<'_>) -> Self {
        let scenario = played.run.scenario();
        let key = match &scenario.queue.order {
            OrderDecl::By(components) => match &components[..] {
                [Component::Header(name)] => Some(name.clone()),
                _ => None,
            },
            OrderDecl::Ordered | OrderDecl::Unordered => None,
        };
        let others = others(scenario, key.as_deref())
            .into_iter()
            .enumerate()
            .map(|(place, name)| (name, state.field(&format!("draft.{place}")).to_owned()))
            .collect();
        let name = match state.field("draft.name") {
            "" if !state.has_field("draft.name") => next_name(&played.run),
            name => name.to_owned(),
        };
        let mut keys: Vec<String> = match key {
            Some(_) => played.keys().map(ToString::to_string).collect(),
            None => Vec::new(),
        };
        keys.truncate(MOST_KEYS);
        let mut compose = Self {
            key: key.map(|key| (key, state.field("draft.key").to_owned())),
            keys,
            others,
            delay: state.time("draft.delay").unwrap_or(Time::ZERO),
            at: state.at(),
            now: played.run.step(state.step()).map_or(Time::ZERO, |step| step.at),
            does: String::new(),
            objection: None,
            name,
        };
        compose.does = said(&compose.send());
        compose.objection = if state.is_frozen() {
            Some(FROZEN.to_owned())
        } else if compose.name.is_empty() {
            Some("It needs a name.".to_owned())
        } else if played.lane_of(&compose.name).is_some() {
            Some(format!("The name {} is taken.", compose.name))
        } else {
            let refused = insert_said(text, compose.at, &compose.does).err();
            refused.and_then(|why| Some(format!("That cannot be: {}.", why.first()?.message)))
        };
        compose
    }

    /// What the script is to say.
    fn send(&self) -> Action {
        let key = self.key.as_ref().map(|(_, value)| value.clone());
        let mut sent = Sent {
            id: self.name.clone(),
            key: key.filter(|value| !value.is_empty()),
            delay: self.delay,
            ..Sent::default()
        };
        for (name, value) in self.others.iter().filter(|(_, value)| !value.is_empty()) {
            match name {
                Some(name) => sent.headers.push((name.clone(), value.clone())),
                None => sent.fairness = Some(value.clone()),
            }
        }
        Action::Send { messages: vec![sent], every: None }
    }
}

/// What the scenario looks at besides the one key; without a name, the fairness key.
fn others(scenario: &Scenario, key: Option<&str>) -> Vec<Option<String>> {
    let ordered = match &scenario.queue.order {
        OrderDecl::By(components) => &components[..],
        OrderDecl::Ordered | OrderDecl::Unordered => &[],
    };
    let fair = scenario.script.iter().any(|line| {
        matches!(&line.action, Action::Send { messages, .. }
            if messages.iter().any(|sent| sent.fairness.is_some()))
    });
    let shards = scenario.queue.shards.iter().flat_map(|shards| &shards.by);
    let throttles = scenario.throttles.iter().flat_map(|throttle| &throttle.by);
    let keys = ordered.iter().chain(shards).chain(throttles);
    let mut others: Vec<Option<String>> = Vec::new();
    let mut add = |name: Option<&String>| {
        let is_there = name.is_some_and(|name| key == Some(name))
            || others.iter().any(|other| other.as_ref() == name);
        if !is_there {
            others.push(name.cloned());
        }
    };
    for component in keys.chain(fair.then_some(&Component::FairnessKey)) {
        match component {
            Component::Header(name) => add(Some(name)),
            Component::FairnessKey => add(None),
            // The rules that make it are looked at below.
            Component::Attribute(_) => {}
        }
    }
    for rule in &scenario.queue.on_enqueue {
        match &rule.sets {
            ClassifierSets::Attribute { from, .. } | ClassifierSets::FairnessKey { from } => {
                add(Some(from));
            }
            ClassifierSets::Weight(_) => {}
        }
        if let Some((name, _)) = &rule.when {
            add(Some(name));
        }
    }
    others
}

#[cfg(test)]
mod tests;
