//! Whatever the text, nothing panics or hangs; whatever the scenario, its text says the same.
#![cfg(not(target_arch = "wasm32"))]

use proptest::prelude::*;
use proptest::sample::select;
use queuescope_sim::*;
use std::num::NonZeroU32;

const LESSON: &str = "title \"One\" # t\n\nqueue q\n  ordered by header account\n  missing key: unordered\n  retry 3 attempts, no backoff # r\n\
    \x20 on failure by nack from attempt 2: retry after 5s\n\nworkers W1 W2\nworker W2 takes 2\n\
    throttle s from W1: 10 per 1s, rate 50 per 1m burst 30 by header account, missing unthrottled\n\
    at 0s   send a1(A) a2(A) s1 x=\"y z\" delay 5s o1..o9(B) with fairness f every 1s\n# then\nat 4s   W1 nacks a1, retry after 5s\n\
    note at 4s \"now\"\nuntil 1m\nwork\n  takes 1s to 2s\n  a* fails twice, retry after 1s\n  5% fail\n  seed 7\n\
    expect\n  at 8s   W1 idle, a2 waits behind a1 # x\n  group A: a1 a2\n  max in flight A: 1\n  # end\n";

/// Pieces of which wrong texts are made.
const PIECES: &[&str] = &[
    "queue",
    "workers",
    "at",
    "send",
    "a1",
    "W1",
    "5s",
    "0s",
    "(",
    ")",
    ",",
    ":",
    "=",
    "..",
    "*",
    "%",
    "\"",
    "\\",
    "#",
    "\n",
    "\n  ",
    " ",
    "\t",
    "\r\n",
    "expect",
    "work",
    "takes",
    "group",
    "é",
    "\u{feff}",
    "\u{200d}",
    "\0",
    "99999999999999999999",
    "ordered by header",
    "nacks",
    "retry after",
    "every",
    "with",
    "delay",
    "o1..o4000000000",
    "throttle s:",
    "10 per 1s",
];

fn name() -> BoxedStrategy<String> {
    prop_oneof![
        4 => "[a-z]{1,3}",
        1 => select(vec!["send", "all", "by", "none", "at", "delay", "with", "takes", "group", "5", "dead", "nothing"]).prop_map(str::to_owned),
        1 => "[ak\u{e9}\u{6a9}\u{200c}\u{200d}.]{1,5}",
        1 => "[a-z.#/\" é\\\\\n:=(]{1,4}",
    ]
    .boxed()
}

fn time() -> BoxedStrategy<Time> {
    prop_oneof![
        (0_u64..100).prop_map(Time::from_secs),
        (0_u64..31_536_000_000_000).prop_map(Time::from_micros)
    ]
    .boxed()
}

fn some_time() -> BoxedStrategy<Time> {
    time().prop_map(|time| Time::from_micros(time.as_micros().max(1))).boxed()
}

fn count() -> BoxedStrategy<NonZeroU32> {
    (1_u32..9).prop_map(|n| NonZeroU32::new(n).expect("from 1")).boxed()
}

fn component() -> BoxedStrategy<Component> {
    prop_oneof![
        name().prop_map(Component::Header),
        name().prop_map(Component::Attribute),
        Just(Component::FairnessKey),
    ]
    .boxed()
}

fn queue() -> BoxedStrategy<QueueDecl> {
    let order = prop_oneof![
        Just(OrderDecl::Unordered),
        Just(OrderDecl::Ordered),
        component().prop_map(|one| OrderDecl::By(vec![one])),
        name().prop_map(|header| OrderDecl::By(vec![
            Component::FairnessKey,
            Component::Header(header)
        ])),
    ];
    let backoff = prop_oneof![
        Just(BackoffDecl::None),
        time().prop_map(BackoffDecl::Fixed),
        (time(), time()).prop_map(|(one, other)| BackoffDecl::Exponential {
            first: one.min(other),
            most: one.max(other)
        }),
    ];
    let action =
        prop_oneof![time().prop_map(FailureActionDecl::Retry), Just(FailureActionDecl::DeadLetter)];
    let cause = prop_oneof![Just(None), Just(Some(Cause::Nack)), Just(Some(Cause::Expiry))];
    let rule = (cause, count(), action).prop_map(|(cause, from_attempt, action)| FailureRuleDecl {
        cause,
        from_attempt,
        action,
    });
    let missing = select(vec![MissingKey::Reject, MissingKey::Unordered]);
    let rules = prop::collection::vec(rule, 0..3);
    let declared =
        (name(), order, missing, some_time(), count(), backoff, rules, count(), any::<bool>())
            .prop_map(
                |(
                    name,
                    order,
                    missing_key,
                    lease,
                    max_attempts,
                    backoff,
                    on_failure,
                    quantum,
                    take_turns,
                )| QueueDecl {
                    name,
                    order,
                    missing_key,
                    lease,
                    max_attempts,
                    backoff,
                    on_failure,
                    quantum,
                    take_turns,
                    ..QueueDecl::default()
                },
            );
    (declared, classifier(), count(), count(), count(), any::<bool>(), some_time())
        .prop_map(|(queue, on_enqueue, shards, number, batches_of, fast, reclaim_grace)| {
            // Shards that the order allows (S2).
            let by = match &queue.order {
                OrderDecl::Unordered => Some(vec![Component::Header("any".to_owned())]),
                OrderDecl::Ordered => None,
                OrderDecl::By(components) => Some(components[..1].to_vec()),
            };
            let shards = by.filter(|_| shards.get() > 4).map(|by| ShardsDecl { count: number, by });
            let durability = if fast { DurabilityDecl::Fast } else { DurabilityDecl::Committed };
            QueueDecl { on_enqueue, shards, batches_of, durability, reclaim_grace, ..queue }
        })
        .boxed()
}

/// Rules that are each about something of their own.
fn classifier() -> BoxedStrategy<Vec<ClassifierRuleDecl>> {
    let sets = prop_oneof![
        (name(), name()).prop_map(|(name, from)| ClassifierSets::Attribute { name, from }),
        name().prop_map(|from| ClassifierSets::FairnessKey { from }),
        count().prop_map(ClassifierSets::Weight),
    ];
    let when = prop::option::of((name(), "[a-z.#/\" é\\\\:=(]{0,3}"));
    let rule = (sets, when).prop_map(|(sets, when)| ClassifierRuleDecl { sets, when });
    prop::collection::vec(rule, 0..3)
        .prop_map(|mut rules| {
            rules.dedup_by(|later, earlier| {
                std::mem::discriminant(&later.sets) == std::mem::discriminant(&earlier.sets)
            });
            rules.truncate(2);
            rules
        })
        .boxed()
}

/// What happens, with M for a message's name and W for a worker's.
fn action(message: String, worker: String) -> BoxedStrategy<Action> {
    let said = prop::option::of(Just(message.clone()));
    let which = prop_oneof![
        Just(Selection::All),
        count().prop_map(Selection::First),
        Just(Selection::Message(message.clone())),
    ];
    let (w1, w2, w3, w4, w5, w6) =
        (worker.clone(), worker.clone(), worker.clone(), worker.clone(), worker.clone(), worker);
    prop_oneof![
        said.clone().prop_map(move |message| Action::Ack { worker: w1.clone(), message }),
        (said.clone(), prop::option::of(time())).prop_map(move |(message, retry_after)| {
            Action::Nack { worker: w2.clone(), message, retry_after }
        }),
        (said, some_time()).prop_map(move |(message, by)| Action::Extend {
            worker: w3.clone(),
            message,
            by
        }),
        count().prop_map(move |taking| Action::Join { worker: w4.clone(), taking }),
        Just(Action::Crash { worker: w5 }),
        some_time().prop_map(move |lasting| Action::CutOff { worker: w6.clone(), lasting }),
        Just(Action::LeaderCrash),
        which.clone().prop_map(Action::Redrive),
        which.prop_map(Action::Purge),
        Just(Action::DeadLetter { message }),
    ]
    .boxed()
}

fn sent() -> BoxedStrategy<Sent> {
    let headers = prop::collection::btree_map(name(), "[a-z.#/\" é\\\\:=(]{0,3}", 0..3);
    (headers, prop::option::of(name()), count(), time())
        .prop_map(|(headers, fairness, weight, delay)| Sent {
            headers: headers.into_iter().collect(),
            fairness,
            weight,
            delay: Time::from_micros(delay.as_micros() % 1000),
            ..Sent::default()
        })
        .boxed()
}

fn claim(message: String, other: String, worker: String) -> BoxedStrategy<Claim> {
    let (m, w) = (message, worker);
    prop_oneof![
        Just(Claim::Has { worker: w.clone(), messages: vec![m.clone()] }),
        Just(Claim::Idle { worker: w }),
        Just(Claim::Waits { message: m.clone() }),
        Just(Claim::WaitsBehind { message: m.clone(), behind: other.clone() }),
        time().prop_map({
            let m = m.clone();
            move |until| Claim::WaitsUntil { message: m.clone(), until }
        }),
        Just(Claim::WaitsForWorker { message: m.clone() }),
        Just(Claim::WaitsForTurn { message: m.clone() }),
        Just(Claim::WaitsForReclaim { message: m.clone() }),
        Just(Claim::ProcessedTwice { messages: vec![m.clone()] }),
        Just(Claim::Dead { messages: vec![] }),
        Just(Claim::Done { messages: vec![m.clone()] }),
        Just(Claim::Deliveries { messages: vec![m.clone(), m.clone()] }),
        Just(Claim::NothingWaits),
        Just(Claim::LostNothing),
        (0_u32..9).prop_map(|most| Claim::MaxInFlight { key: None, most }),
        Just(Claim::DeliveredBefore { earlier: other, later: m }),
    ]
    .boxed()
}

fn scenario() -> BoxedStrategy<Scenario> {
    let names =
        (prop::collection::btree_set(name(), 1..5), prop::collection::btree_set(name(), 1..4));
    (names, queue())
        .prop_flat_map(|((messages, workers), queue)| {
            let messages: Vec<String> = messages.into_iter().collect();
            let workers: Vec<String> = workers.into_iter().collect();
            let (message, worker) = (messages[0].clone(), workers[0].clone());
            let sends = prop::collection::vec(sent(), messages.len());
            let key = "[a-zé/ ]{1,3}";
            let actions = prop::collection::vec((time(), action(message.clone(), worker.clone())), 0..6);
            let claims = prop::collection::vec((prop::option::of(time()), claim(message.clone(), messages[messages.len() - 1].clone(), worker)), 0..5);
            let takes = (some_time(), time()).prop_map(|(one, other)| Takes { least: one.min(other).max(Time::from_micros(1)), most: one.max(other) });
            let work = (prop::option::of(takes.clone()), prop::option::of(0_u32..=100), prop::option::of(any::<u64>()), takes, prop::option::of(count()));
            let notes = prop::collection::vec((time(), "[a-z\"\n ]{0,5}"), 0..3);
            let credits = prop::collection::vec(count(), workers.len());
            (Just((messages, workers, queue)), sends, key, actions, claims, work, notes, credits, prop::option::of(name()))
        })
        .prop_map(|((messages, workers, queue), sends, key, mut actions, claims, work, mut notes, credits, title)| {
            let single = matches!(&queue.order, OrderDecl::By(key) if matches!(key.as_slice(), [Component::Header(_)]));
            let sent: Vec<Sent> = messages
                .iter()
                .zip(sends)
                .map(|(id, sent)| Sent {
                    id: id.clone(),
                    key: (single && sent.headers.is_empty()).then(|| key.clone()),
                    ..sent
                })
                .collect();
            actions.sort_by_key(|(at, _)| *at);
            notes.sort_by_key(|(at, _)| *at);
            let send = Line { at: Time::ZERO, action: Action::Send { messages: sent, every: None } };
            let mut expect: Vec<Expectation> = claims.into_iter().map(|(at, claim)| Expectation { at, claim }).collect();
            if let OrderDecl::By(components) = &queue.order {
                let key = vec![key.clone(); components.len()];
                expect.push(Expectation { at: None, claim: Claim::Group { key, deliveries: messages.clone() } });
            }
            let (takes, fail_percent, seed, rule, times) = work;
            Scenario {
                title,
                queue,
                workers: workers.into_iter().zip(credits).map(|(name, takes)| WorkerDecl { name, takes }).collect(),
                script: std::iter::once(send)
                    .chain(actions.into_iter().map(|(at, action)| Line { at, action }))
                    .collect(),
                work: Work {
                    takes,
                    fail_percent,
                    seed,
                    rules: vec![
                        WorkRule { pattern: messages[0].clone(), says: WorkSays::Takes(rule) },
                        WorkRule { pattern: "*".to_owned(), says: WorkSays::Fails { times, retry_after: Some(rule.least) } },
                    ],
                },
                notes: notes.into_iter().map(|(at, text)| Note { at, text }).collect(),
                expect,
                ..Scenario::default()
            }
        })
        .boxed()
}

/// A text that is read has a form that says the same and is its own form.
fn forms_agree(text: &str) -> Result<(), TestCaseError> {
    let Ok(parsed) = parse(text) else {
        return Ok(());
    };
    let form = format(text).map_err(|errors| TestCaseError::fail(errors[0].to_string()))?;
    prop_assert_eq!(format(&form), Ok(form.clone()), "the form of {:?}", text);
    prop_assert_eq!(parse(&form).map(|parsed| parsed.scenario), Ok(parsed.scenario));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn any_text_is_read_or_refused_with_places_in_it(text in "\\PC{0,80}|[ -~\n\t]{0,200}") {
        if let Err(errors) = parse(&text) {
            for error in errors {
                prop_assert!(text.get(error.span.clone()).is_some());
                prop_assert!(!error.render().is_empty());
            }
        }
        forms_agree(&text)?;
    }

    #[test]
    fn any_pieces_are_read_or_refused(pieces in prop::collection::vec(select(PIECES), 0..60)) {
        let text = pieces.join(" ");
        if let Err(errors) = parse(&text) {
            prop_assert!(errors.iter().all(|error| text.get(error.span.clone()).is_some()));
        }
        forms_agree(&text)?;
        forms_agree(&pieces.concat())?;
    }

    #[test]
    fn a_changed_lesson_is_read_or_refused(
        at in 0_usize..LESSON.len(), length in 0_usize..30, piece in select(PIECES), line in 0_usize..40, to in 0_usize..40
    ) {
        let end = (at + length).min(LESSON.len());
        let text = format!("{}{piece}{}", &LESSON[..at], &LESSON[end..]);
        if let Err(errors) = parse(&text) {
            prop_assert!(errors.iter().all(|error| text.get(error.span.clone()).is_some()));
        }
        forms_agree(&text)?;
        let mut lines: Vec<&str> = LESSON.lines().collect();
        let moved = lines.remove(line % lines.len());
        lines.insert(to % lines.len(), moved);
        forms_agree(&lines.join("\n"))?;
        lines.remove(to % lines.len());
        forms_agree(&lines.join("\r\n"))?;
    }

    #[test]
    fn a_scenario_is_what_its_text_and_its_json_say(scenario in scenario()) {
        let text = print(&scenario);
        match parse(&text) {
            Ok(parsed) => {
                prop_assert_eq!(&parsed.scenario, &scenario, "{}", text);
                prop_assert_eq!(&format(&text).unwrap_or_default(), &text);
                prop_assert_eq!(from_json(&to_json(&scenario)), Ok(scenario));
            }
            // What the text is refused for, its JSON is refused for too.
            Err(errors) => {
                prop_assert!(matches!(from_json(&to_json(&scenario)), Err(JsonError::Wrong(_))), "{}\n{}", errors[0], text);
            }
        }
    }
}

#[test]
fn the_lesson_is_right() {
    assert!(
        parse(LESSON).is_ok(),
        "{}",
        parse(LESSON).map(|_| String::new()).unwrap_or_else(|errors| errors[0].to_string())
    );
    forms_agree(LESSON).expect("its form says the same");
}

#[test]
fn large_texts_are_read_or_refused() {
    let ids: Vec<String> = (0..8_000).map(|id| format!("a{id}")).collect();
    let many = format!("at 0s send {}", ids.join(" "));
    assert!(parse(&many).is_ok());
    let unknown =
        format!("at 0s send {}\nexpect\n  done: {}", ids[..4_000].join(" "), "zz ".repeat(12_000));
    assert_eq!(parse(&unknown).map_err(|errors| errors.len()).err(), Some(101));
    let headers: String = (0..8_000).map(|id| format!(" h{id}=")).collect();
    for text in [
        format!("at 0s send {} with{headers}", ids[..2_000].join(" ")),
        format!("workers {}", "W ".repeat(30_000)),
        format!("throttle s: {}", "9 per 1s, ".repeat(6_000) + "1 per 1s"),
        format!("queue q\n  ordered by {}", "header a, ".repeat(6_000) + "header a"),
        format!("work\n{}", "  zz* fails always\n".repeat(3_000)),
        "at 0s W joins\n".repeat(4_000),
        "at 0s W acks\n".repeat(4_000),
    ] {
        assert!(parse(&text).is_err());
    }
}
