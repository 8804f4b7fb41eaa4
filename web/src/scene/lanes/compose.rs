//! The form for a new message: a field for each key that the scenario looks at.

use crate::session::{Draft, Session};
use queuescope_sim::{Action, ClassifierSets, Component, OrderDecl, Scenario, Time};

/// The form for a new message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposeScene {
    /// What is filled in.
    pub draft: Draft,
    /// When it will be sent.
    pub at: Time,
    /// What the key is called; none: the queue has no key of one header.
    pub key: Option<String>,
    /// Values that the key has had.
    pub keys: Vec<String>,
    /// Why it cannot be sent as filled in.
    pub objection: Option<String>,
}

pub(super) fn compose(session: &Session) -> ComposeScene {
    let played = session.played();
    let key = match &played.scenario().queue.order {
        OrderDecl::By(components) => match &components[..] {
            [Component::Header(name)] => Some(name.clone()),
            _ => None,
        },
        OrderDecl::Ordered | OrderDecl::Unordered => None,
    };
    let keys = if key.is_some() {
        played
            .lanes()
            .iter()
            .filter(|lane| played.hue(lane) > 0)
            .take(40)
            .map(|lane| lane.to_string())
            .collect()
    } else {
        Vec::new()
    };
    let mut draft = session.draft().clone();
    if key.is_none() {
        // What was written into a field that is gone is not sent.
        draft.key.clear();
    }
    draft.others = others(played.scenario(), key.as_deref(), &draft);
    let objection = if draft.message.is_empty() {
        Some("It needs a name.".to_owned())
    } else if played.lane_of(&draft.message).is_some() {
        Some(format!("The name {} is taken.", draft.message))
    } else {
        session.objection(&draft.send())
    };
    ComposeScene { at: session.act_at(), draft, key, keys, objection }
}

/// What the scenario looks at besides the one key: each with what was written into its field.
fn others(scenario: &Scenario, key: Option<&str>, draft: &Draft) -> Vec<(Option<String>, String)> {
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
    let mut others: Vec<(Option<String>, String)> = Vec::new();
    let mut add = |name: Option<&String>| {
        let is_there = name.is_some_and(|name| key == Some(name))
            || others.iter().any(|(other, _)| other.as_ref() == name);
        if !is_there {
            let written = draft.others.iter().find(|(other, _)| other.as_ref() == name);
            let value = written.map(|(_, value)| value.clone()).unwrap_or_default();
            others.push((name.cloned(), value));
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
mod tests {
    use super::*;
    use crate::session::Msg;

    #[test]
    fn the_form_has_a_field_for_each_key_that_is_looked_at() {
        let fields = |text: &str| {
            let mut session = Session::of(text);
            session.update(Msg::Compose(true));
            let form = compose(&session);
            let names: Vec<String> = form
                .draft
                .others
                .into_iter()
                .map(|(name, _)| name.unwrap_or_else(|| "fair".to_owned()))
                .collect();
            (form.key.unwrap_or_default(), names.join(" "))
        };
        let throttled =
            "throttle t: 1 per 5s by header b, header a\nthrottle u: 1 per 5s by header a\n";
        let said = |key: &str, others: &str| (key.to_owned(), others.to_owned());
        assert_eq!(fields("queue q\nat 0s send m1"), said("", ""));
        assert_eq!(fields(throttled), said("", "b a"));
        let ordered = format!("queue q\n  ordered by header a\n{throttled}");
        assert_eq!(fields(&ordered), said("a", "b"));
        let fair = "queue q\n  ordered by header a, header b\nat 0s send m1 a=1 b=1 fairness f\n";
        assert_eq!(fields(fair), said("", "a b fair"));
        // The headers that a classifier reads, also those that it only asks for.
        let classified = "queue q\n  ordered by attribute customer\n  attribute customer = header account when header tier is gold\n  \
                          attribute customer = header user\n";
        assert_eq!(fields(classified), said("", "account tier user"));
        let weighed = "queue q\n  ordered by header a\n  fairness key = header a\n  weight = 3 when header b is x\n";
        assert_eq!(fields(weighed), said("a", "b"));
    }
}
