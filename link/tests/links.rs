//! Links that were released open for ever, and what is no link, or was changed on its way, is refused in so many words.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use base64ct::{Base64UrlUnpadded, Encoding};
use miniz_oxide::deflate::compress_to_vec;
use queuescope_link::{
    Link, LinkError, MAX_BYTES, MAX_FRAGMENT, Rows, View, decode, encode_stored,
};
use serde_json::Value;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const RELEASED: &str = include_str!("fixtures/version-1.txt");
const EXAMPLE: &str = include_str!("../../static/scenarios/account-retries.queue");

/// The fixtures: each link, and what it opens.
fn released() -> Vec<(String, Link)> {
    let lines = RELEASED.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fixture: Value = serde_json::from_str(line).unwrap();
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let mut link = Link { text: text(&fixture["text"]), ..Link::default() };
            for line in fixture["lines"].as_array().unwrap() {
                let line = text(line);
                let Some((name, value)) = line.split_once(' ') else { continue };
                match name {
                    "step" => link.step = value.parse().unwrap(),
                    "select" => link.selection = Some(value.to_owned()),
                    "rows" if value == "lane" => link.view.rows = Some(Rows::Lane),
                    "rows" => link.view.rows = Some(Rows::Worker),
                    "zoom" => link.view.zoom = Some(value.parse().unwrap()),
                    "open" => link.view.open.push(value.to_owned()),
                    "panel" => link.view.panel = Some(value.to_owned()),
                    _ => {}
                }
            }
            (text(&fixture["link"]), link)
        })
        .collect()
}

/// A link that holds these bytes, with this version.
fn made(version: u8, held: &[u8]) -> String {
    // The checksum is not public: what `encode_stored` writes has it at the same place.
    let mut crc = !0_u32;
    for byte in held {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    let mut bytes = vec![version];
    bytes.extend((!crc).to_be_bytes());
    bytes.extend(compress_to_vec(held, 6));
    Base64UrlUnpadded::encode_string(&bytes)
}

#[test]
fn what_was_released_opens_as_it_was_meant() {
    let released = released();
    assert!(released.len() >= 10, "{} links", released.len());
    for (fragment, link) in released {
        assert_eq!(decode(&fragment).as_ref(), Ok(&link));
        assert_eq!(decode(&format!("#{fragment}")).as_ref(), Ok(&link));
        let again = encode_stored(&link).unwrap();
        assert_eq!(decode(&again).as_ref(), Ok(&link));
    }
}

#[cfg(feature = "encode")]
#[test]
fn the_example_fits_in_a_message() {
    let link = Link {
        step: 4,
        selection: Some("a2".to_owned()),
        text: EXAMPLE.to_owned(),
        ..Link::default()
    };
    let fragment = queuescope_link::encode(&link).unwrap();
    let url = format!("https://queuescope.example/#{fragment}");
    assert!(url.len() < 400, "{} characters", url.len());
    assert_eq!(decode(&fragment), Ok(link));
}

#[cfg(feature = "encode")]
#[test]
fn the_encoder_opens_what_it_makes() {
    for (_, link) in released() {
        let fragment = queuescope_link::encode(&link).unwrap();
        assert!(fragment.len() <= encode_stored(&link).unwrap().len());
        assert_eq!(decode(&fragment), Ok(link));
    }
}

#[test]
fn no_part_of_a_link_is_taken_for_the_whole() {
    for (fragment, _) in released() {
        for end in 0..fragment.len() {
            let cut = decode(&fragment[..end]);
            assert_eq!(cut, Err(LinkError::Damaged), "{end} characters of {fragment}");
        }
        for more in ["A", "AA", "AAAA", "z9_-"] {
            let longer = format!("{fragment}{more}");
            assert_eq!(decode(&longer), Err(LinkError::Damaged), "{longer}");
        }
    }
}

#[test]
fn a_changed_character_is_noticed_where_it_changes_what_is_opened() {
    for (fragment, link) in released() {
        for at in 0..fragment.len() {
            for other in ["A", "b", "7", "_"] {
                let mut changed = fragment.clone();
                changed.replace_range(at..=at, other);
                // The last bits of a stream may say nothing.
                match decode(&changed) {
                    Ok(opened) => assert_eq!(opened, link, "{changed}"),
                    Err(error) => assert!(
                        matches!(error, LinkError::Damaged | LinkError::TooLong)
                            || matches!(error, LinkError::Newer(_)) && at < 2,
                        "{error}: {changed}"
                    ),
                }
            }
        }
    }
}

#[test]
fn what_is_no_link_is_told_why() {
    for (fragment, at, words) in [
        ("lesson=2", 7, "character 7 behind the # "),
        ("AT LX", 3, "character 3 behind the # "),
        ("ATLé", 4, "character 4 behind the # "),
        ("ATLXBpPjAgA=", 12, "character 12 behind the # "),
        ("##", 1, "character 1 behind the # "),
    ] {
        let error = decode(fragment).unwrap_err();
        assert_eq!(error, LinkError::Character { at }, "{fragment}");
        assert!(error.to_string().starts_with(words), "{error}");
    }
    assert_eq!(decode(""), Err(LinkError::Damaged));
    assert_eq!(decode("#"), Err(LinkError::Damaged));
}

#[test]
fn a_later_release_is_named() {
    let error = decode(&made(2, b"\nat 0s send a1\n")).unwrap_err();
    assert_eq!(error, LinkError::Newer(2));
    let words = "made by a later release of Queuescope (version 2); this one opens version 1";
    assert!(error.to_string().contains(words), "{error}");
    assert_eq!(decode(&made(0, b"\n")), Err(LinkError::Damaged));
}

#[test]
fn what_is_made_wrongly_is_told_why() {
    assert_eq!(decode(&made(1, b"\n\xff")), Err(LinkError::NotText));
    assert_eq!(decode(&made(1, b"step 1\nat 0s send a1")), Err(LinkError::NoText));
    assert_eq!(decode(&made(1, b"")), Err(LinkError::NoText));
    let error = decode(&made(1, b"step x\n\nat 0s send a1")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the link was made wrongly: its line `step x` should be `step` and a number"
    );
}

#[test]
fn a_link_holds_so_much_and_no_more() {
    let most = Link { text: "x".repeat(MAX_BYTES - 1), ..Link::default() };
    let stored = encode_stored(&most).unwrap();
    assert!(stored.len() <= MAX_FRAGMENT);
    assert_eq!(decode(&stored).as_ref(), Ok(&most));
    let longer = Link { text: "x".repeat(MAX_BYTES), ..Link::default() };
    assert_eq!(encode_stored(&longer), Err(LinkError::TooLong));
    assert_eq!(decode(&made(1, &vec![b'\n'; MAX_BYTES + 1])), Err(LinkError::TooLong));
    assert_eq!(decode(&"A".repeat(MAX_FRAGMENT + 1)), Err(LinkError::TooLong));
    // Ten megabytes in ten kilobytes.
    assert_eq!(decode(&made(1, &vec![b'x'; 10_000_000])), Err(LinkError::TooLong));
    assert!(LinkError::TooLong.to_string().contains("more than 72 KB"));
}

#[test]
fn names_are_carried_as_they_are() {
    let name = "<script>alert('x')</script> \u{202e}\r\t\"&#10; 家族👩‍👩‍👧";
    let link = Link {
        step: u32::MAX,
        selection: Some(name.to_owned()),
        view: View { open: vec![name.to_owned()], ..View::default() },
        text: format!("step 3\n\n{name}"),
    };
    assert_eq!(decode(&encode_stored(&link).unwrap()), Ok(link));
}
