//! The lines before a link's text: a name, a space, and a value up to the end of the line.

use crate::error::LinkError;
use crate::link::{Link, Rows, View};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};

/// What a line says, into the link. Of two that say different things, the later one holds; one of a name that this release
/// does not know says nothing to it.
pub(crate) fn read(line: &str, link: &mut Link) -> Result<(), LinkError> {
    let (name, value) = line.split_once(' ').unwrap_or((line, ""));
    let wrong = |expected| LinkError::Header { line: line.to_owned(), expected };
    let word = |expected| match value {
        "" => Err(wrong(expected)),
        value => Ok(value.to_owned()),
    };
    match name {
        "step" => link.step = number(value).ok_or_else(|| wrong("`step` and a number"))?,
        "select" => link.selection = Some(word("`select` and the name of a message")?),
        "rows" => {
            link.view.rows = Some(match value {
                "lane" => Rows::Lane,
                "worker" => Rows::Worker,
                _ => return Err(wrong("`rows lane` or `rows worker`")),
            });
        }
        "zoom" => {
            link.view.zoom = Some(number(value).ok_or_else(|| wrong("`zoom` and a number"))?);
        }
        "open" => link.view.open.push(word("`open` and the name of a lane")?),
        "panel" => link.view.panel = Some(word("`panel` and its name")?),
        _ => {}
    }
    Ok(())
}

/// Digits alone: a sign would be a second way to say the same.
fn number(value: &str) -> Option<u32> {
    let is_plain = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|_| is_plain)
}

/// All that a link holds: its lines, an empty one, and the text.
pub(crate) fn write(link: &Link) -> String {
    let Link { step, selection, view: View { rows, zoom, open, panel }, text } = link;
    let mut written = String::new();
    let mut line = |name: &str, value: &str| {
        // A line feed would end the line, and what is behind it would be said by somebody else.
        if !value.is_empty() && !value.contains('\n') {
            written.extend([name, " ", value, "\n"]);
        }
    };
    if *step > 0 {
        line("step", &step.to_string());
    }
    if let Some(message) = selection {
        line("select", message);
    }
    match rows {
        Some(Rows::Lane) => line("rows", "lane"),
        Some(Rows::Worker) => line("rows", "worker"),
        None => {}
    }
    if let Some(zoom) = zoom {
        line("zoom", &zoom.to_string());
    }
    for lane in open {
        line("open", lane);
    }
    if let Some(panel) = panel {
        line("panel", panel);
    }
    written.push('\n');
    written.push_str(text);
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn said(line: &str) -> Result<Link, LinkError> {
        let mut link = Link::default();
        read(line, &mut link).map(|()| link)
    }

    #[test]
    fn a_value_is_the_rest_of_its_line() {
        let selected = |line| said(line).map(|link| link.selection);
        assert_eq!(selected("select a b "), Ok(Some("a b ".to_owned())));
        assert_eq!(selected("select \u{202e}<b>&\r"), Ok(Some("\u{202e}<b>&\r".to_owned())));
        assert_eq!(said("step 4294967295").map(|link| link.step), Ok(u32::MAX));
    }

    #[test]
    fn a_wrong_value_is_told_and_an_unknown_name_is_not() {
        for line in ["step", "step -1", "step +1", "step 4294967296", "step 1\r", "step  1"] {
            let expected = "`step` and a number";
            assert_eq!(said(line), Err(LinkError::Header { line: line.to_owned(), expected }));
        }
        for line in ["select", "select ", "rows", "rows column", "zoom near", "open", "panel "] {
            assert!(matches!(said(line), Err(LinkError::Header { .. })), "{line}");
        }
        for line in ["steps 3", "Step x", " step x", "colour red", "x"] {
            assert_eq!(said(line), Ok(Link::default()), "{line}");
        }
    }

    #[test]
    fn what_no_line_can_carry_is_left_out() {
        let link = Link {
            selection: Some("a\nstep 9".to_owned()),
            view: View {
                open: vec![String::new(), "A".to_owned(), "\n".to_owned()],
                ..View::default()
            },
            ..Link::default()
        };
        assert_eq!(write(&link), "open A\n\n");
    }

    #[test]
    fn a_link_is_made_of_lines_and_a_text() {
        let lines = "step 2\nselect a b\nrows worker\nzoom 3\nopen A\nopen b c\npanel metrics\n";
        let open = vec!["A".to_owned(), "b c".to_owned()];
        let panel = Some("metrics".to_owned());
        let view = View { rows: Some(Rows::Worker), zoom: Some(3), open, panel };
        let (selection, text) = (Some("a b".to_owned()), "at 0s send a".to_owned());
        assert_eq!(Link::of(lines, &text), Ok(Link { step: 2, selection, view, text }));
        assert_eq!(Link::of("", ""), Ok(Link::default()));
        assert!(Link::of("zoom x", "").is_err());
    }
}
