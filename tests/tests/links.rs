//! Links of whatever a scenario is come back as they were.

use queuescope_link::{Link, MAX_BYTES, Rows, View, decode, encode, encode_stored};
use queuescope_sim::{MAX_STEPS, MAX_TEXT_BYTES, print};
use queuescope_tests::chance::Chance;
use queuescope_tests::random_scenario::scenario;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Both kinds of link open what they were made of.
#[track_caller]
fn comes_back(link: &Link) {
    for made in [encode(link), encode_stored(link)] {
        assert_eq!(made.and_then(|made| decode(&made)).as_ref(), Ok(link));
    }
}

/// Characters at random, those that mean something to a link more often than others.
fn text(chance: &mut Chance, most: u64) -> String {
    let signs = ['\n', '\n', '\r', ' ', 's', 't', 'e', 'p', '1', '<', '"', '\0', 'é', '家', '👩'];
    (0..chance.below(most)).map(|_| chance.one_of(signs)).collect()
}

fn name(chance: &mut Chance) -> String {
    format!("a{}", text(chance, 8).replace('\n', ""))
}

#[test]
fn any_text_comes_back() {
    for seed in 0..500 {
        let mut chance = Chance::new(seed);
        let view = View {
            rows: chance.one_of([None, Some(Rows::Lane), Some(Rows::Worker)]),
            zoom: chance.one_of([None, Some(0), Some(7), Some(u32::MAX)]),
            open: (0..chance.below(3)).map(|_| name(&mut chance)).collect(),
            panel: chance.percent(30).then(|| name(&mut chance)),
        };
        let selection = chance.percent(50).then(|| name(&mut chance));
        let step = chance.one_of([0, 1, 99_999, u32::MAX]);
        comes_back(&Link { step, selection, view, text: text(&mut chance, 400) });
    }
}

#[test]
fn any_scenario_comes_back() {
    for seed in 0..200 {
        let text = print(&scenario(seed));
        comes_back(&Link { step: 3, text, ..Link::default() });
    }
}

#[test]
fn the_longest_text_fits() {
    const { assert!(MAX_BYTES >= MAX_TEXT_BYTES + 4_096) };
    assert!(u32::try_from(MAX_STEPS).is_ok());
    let mut chance = Chance::new(1);
    // Nothing that could be made shorter.
    let text: String =
        (0..MAX_TEXT_BYTES).map(|_| char::from(b' ' + chance.below(95) as u8)).collect();
    let (selection, open) = (Some("m".repeat(1_024)), vec!["A".repeat(1_024)]);
    let view = View { open, ..View::default() };
    comes_back(&Link { step: 100_000, selection, view, text });
}
