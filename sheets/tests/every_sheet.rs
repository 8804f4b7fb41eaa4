//! What holds of every sheet, whatever the scenario says: it is a whole tree, and of the words that the page keeps for ever none is
//! a scenario's.

use queuescope_sheets::tree::{ATTRIBUTE, ELEMENT, END, ICON, SAYS, TEXT};
use queuescope_sheets::{differs, other, sheet};
use std::collections::BTreeSet;

const SHEETS: [&str; 6] = ["help", "share", "message", "metrics", "find", "compare"];

/// Names that would do harm where they are taken for something else.
const HOSTILE: &str = r#"
queue "q\u{1}script\u{5}"
  ordered by header "k=\u{2}"
workers "W1\u{3}click=undo" "a;b \"c\"" "<b>"
throttle "t\u{5}:": 1 per 3s by header "k=\u{2}"
at 0s  send "m\u{1}b\u{4}x" "k=\u{2}"="v\u{5}"  "n\n2" "k=\u{2}"="v\u{5}"
at 1s  "W1\u{3}click=undo" acks
at 2s  "a;b \"c\"" crashes
at 3s  leader crashes
work
  takes 5s
"#;

fn lessons() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/scenarios");
    let read = |file: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(file?.path());
    let texts = std::fs::read_dir(folder).and_then(|files| files.map(read).collect());
    texts.expect("the lessons can be read")
}

/// Takes a tree apart: adds its elements and the names of attributes and events to what is kept.
#[track_caller]
fn read(tree: &str, kept: &mut BTreeSet<String>) {
    let mut open = 0_u32;
    let signs: Vec<(usize, char)> =
        tree.char_indices().filter(|(_, c)| ('\u{1}'..='\u{6}').contains(c)).collect();
    assert_eq!(signs.first().map(|(at, _)| *at), Some(0), "{tree:?}");
    for (place, (at, sign)) in signs.iter().enumerate() {
        let end = signs.get(place + 1).map_or(tree.len(), |(end, _)| *end);
        let said = &tree[at + 1..end];
        match *sign {
            ELEMENT => {
                open += 1;
                kept.insert(said.to_owned());
            }
            ATTRIBUTE | SAYS => {
                let name = said.split_once('=').map_or(said, |(name, _)| name);
                kept.insert(format!("{name}="));
            }
            END => {
                assert_eq!(said, "", "{tree:?}");
                open = open.checked_sub(1).expect("more ends than elements");
            }
            TEXT | ICON => {}
            other => panic!("{other:?} is no sign"),
        }
    }
    assert_eq!(open, 0, "{tree:?}");
}

#[test]
fn every_sheet_of_every_scenario_is_a_whole_tree_of_few_words() {
    let mut kept = BTreeSet::new();
    let texts = lessons();
    assert!(texts.len() > 10);
    let states = [
        "",
        "select a2\nfield.by A\nfield.find a\nfield.stops acked;delivered a2\nfield.other workers 1\n",
        "select debit\nfield.filter e\nfield.find W\nfield.stops nothing\nfield.other without worker W2\nfrozen \n",
        "field.stop-kind acked\nfield.stop-name a b\nfilter x\nfield.other what\n",
    ];
    for text in texts.iter().map(String::as_str).chain([HOSTILE, "queue q\n", "sned\n", ""]) {
        for step in [0, 1, 4, 7, 1_000_000] {
            for state in states {
                for name in SHEETS {
                    read(&sheet(name, text, &format!("step {step}\n{state}")), &mut kept);
                }
            }
        }
        for at in [0, 4_000_000, u64::MAX] {
            let unordered = other(text, "unordered").unwrap_or_default();
            read(&differs(text, &unordered, at), &mut kept);
            read(&differs(&unordered, text, at), &mut kept);
        }
    }
    let odd: Vec<&String> = kept
        .iter()
        .filter(|word| !word.chars().all(|c| c.is_ascii_alphanumeric() || "#.-= ".contains(c)))
        .collect();
    assert!(odd.is_empty(), "{odd:?}");
    assert!(kept.len() < 150, "{}: {kept:?}", kept.len());
}

#[test]
fn a_hostile_scenario_is_one_that_can_be_played() {
    let sheet = sheet("message", HOSTILE, "step 1\n");
    assert!(sheet.contains("click=select m\u{fffd}b\u{fffd}x"), "{sheet:?}");
}
