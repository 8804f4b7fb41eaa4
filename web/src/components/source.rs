//! The text of the scenario: a text area under which its colours lie, what is wrong with it, and what of its
//! expectations does not hold.

use super::dead_letters::and_more;
use super::draw::{Kept, draw};
use super::lesson::with_code;
use super::node::{Node, On, el};
use super::{Part, Sign, icon};
use crate::scene::SourceScene;
use crate::session::{Checks, Failed, Msg, Problem};
use queuescope_sim::{Tone, tones};
use std::rc::Rc;
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

/// How many problems or failed expectations are listed.
const MOST: usize = 20;
/// How many lines are marked.
const MOST_MARKS: usize = 100;

/// Brings the text area up to what was drawn. It is the browser's while it is typed in; a text from elsewhere is put
/// there once.
pub(super) fn keep_up(scene: &SourceScene, before: Option<&SourceScene>, kept: &Kept) {
    if before.is_none_or(|before| before.text != scene.text)
        && let Some(area) = kept.field.cast::<HtmlTextAreaElement>()
        && area.value() != *scene.text
    {
        put(&area, &scene.text);
    }
    if let Some(&line) = scene.current.last()
        && before.is_none_or(|before| before.current.last() != Some(&line))
        && !is_used(&kept.frame)
    {
        show_line(&kept.frame, line, scene.lines);
    }
}

/// Puts a text into the area. The cursor stays where it is in the text: a browser sets it behind all.
fn put(area: &HtmlTextAreaElement, text: &str) {
    let before = area.value();
    let is_used = area.matches(":focus").unwrap_or(false);
    let selection = (area.selection_start(), area.selection_end());
    area.set_value(text);
    if let (Ok(Some(start)), Ok(Some(end))) = selection
        && is_used
    {
        // An area that cannot take the selection is left as it is.
        let _ = area.set_selection_range(moved(&before, text, start), moved(&before, text, end));
    }
}

/// Where a place of a text is after a change, both in the units in which browsers count. It stays with its line where that is
/// the same, and in a line that was changed on its side of the change.
fn moved(before: &str, after: &str, place: u32) -> u32 {
    let (length, new_length) = (units(before), units(after));
    let behind = length.saturating_sub(place);
    let (mut same, mut same_lines) = (0, 0);
    let (mut rest, mut others) = (before.chars().rev(), after.chars().rev());
    loop {
        let (one, other) = (rest.next(), others.next());
        if matches!(one, None | Some('\n')) && matches!(other, None | Some('\n')) {
            same_lines = same;
        }
        match one {
            Some(c) if one == other => same += c.len_utf16() as u32,
            _ => break,
        }
    }
    let mut ahead = 0;
    for (one, other) in before.chars().zip(after.chars()) {
        if one != other {
            break;
        }
        ahead += one.len_utf16() as u32;
    }
    if behind > same_lines && place <= ahead {
        return place;
    }
    new_length - behind.min(same)
}

/// How long a text is for a browser.
fn units(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

/// The text panel.
pub(super) fn source(scene: &SourceScene, act: &Callback<Msg>, kept: &Kept) -> Node {
    let wrong = scene.wrong;
    let head = el("div.card-head")
        .child(el("h2#source-heading").text("Text"))
        .child(el("span.hint").text(scene.hint))
        .maybe((!scene.coloured).then(|| el("small.none").text("too long to be coloured")))
        .child(el("span.grow"))
        .child(verdict(scene));
    let current = scene.current.iter().map(|line| {
        el("span.current").key(&line.to_string()).style(format_args!("--line:{}", line - 1))
    });
    let typed = el("textarea#source")
        .class_if(!scene.coloured, "bare")
        .known(&kept.field)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("wrap", "off")
        .attr("aria-label", "Scenario text")
        .flag("readonly", scene.read_only)
        .truth("aria-invalid", wrong)
        .attr_if(wrong, "aria-describedby", "problems")
        .hears(On::Input, act, |event| {
            let area: HtmlTextAreaElement = event.target_dyn_into()?;
            Some(Msg::Type(area.value()))
        });
    let colours = match scene.coloured {
        true => draw(Part::Colours(scene.text.clone()), act, None),
        false => Html::default(),
    };
    let squiggle = |(place, problem)| squiggle(place, problem, &scene.text);
    let lines = scene.checks.failed.chunk_by(|one, other| one.line == other.line);
    let page = el("div.page")
        .each(current)
        .each(scene.problems.iter().enumerate().map(squiggle))
        .each(lines.take(MOST_MARKS).map(miss))
        .html(colours)
        .child(typed);
    let sheet = el("div.sheet")
        .style(format_args!("--lines:{}", scene.lines))
        .html(draw(Part::Gutter(scene.lines, scene.checks.clone()), act, None))
        .child(page);
    el("section.card source")
        .class_if(wrong, "wrong")
        .attr("aria-labelledby", "source-heading")
        .child(head)
        .child(el("div.editor").known(&kept.frame).child(sheet))
        .maybe(findings(scene, act, kept))
}

/// Whether the text is right and does what it says.
fn verdict(scene: &SourceScene) -> Node {
    let line = el("span#checks.verdict").attr("role", "status");
    if scene.verdict.is_empty() {
        return line;
    }
    let fine = !scene.wrong && scene.checks.failed.is_empty();
    let (class, sign) = if fine { ("good", Sign::Check) } else { ("bad", Sign::Warning) };
    line.class(class).child(icon(sign, 13)).say(&scene.verdict)
}

/// Whether somebody is at work in the panel.
fn is_used(frame: &NodeRef) -> bool {
    let card = frame.cast::<Element>().and_then(|frame| frame.parent_element());
    card.is_some_and(|card| card.query_selector(":focus").is_ok_and(|found| found.is_some()))
}

/// Brings a line into view.
fn show_line(frame: &NodeRef, line: usize, lines: usize) {
    if let Some(frame) = frame.cast::<Element>() {
        let before = i64::from(frame.scroll_height()) * (line as i64 - 1) / lines.max(1) as i64;
        let (top, from, high) = (before as i32, frame.scroll_top(), frame.client_height());
        if top < from || top > from + high - 48 {
            frame.set_scroll_top(top - high / 2);
        }
    }
}

fn squiggle(place: usize, problem: &Problem, text: &str) -> Node {
    let length = text.get(problem.span.clone()).map_or(1, |wrong| wrong.chars().count());
    let length = length.clamp(1, 60);
    let (line, from) = (problem.line.saturating_sub(1), problem.column.saturating_sub(1));
    el("span.squiggle")
        .key(&place.to_string())
        .style(format_args!("--line:{line};--from:{from};--length:{length}"))
}

/// A line whose expectations fail, with what was there behind it.
fn miss(failed: &[Failed]) -> Node {
    let (line, from) = failed.first().map_or((0, 0), |failed| (failed.line - 1, failed.columns));
    let mut mark = el("span.miss")
        .key(&line.to_string())
        .attr("aria-hidden", "true")
        .style(format_args!("--line:{line};--from:{from}"));
    for failed in failed {
        mark = mark.text(" ✗ ").say(&failed.found);
    }
    mark
}

/// The numbers of so many lines, with a sign at those whose expectations fail.
pub(super) fn gutter(lines: usize, checks: &Checks) -> Node {
    let mut numbers = String::new();
    for line in 1..=lines {
        numbers.push_str(&line.to_string());
        numbers.push('\n');
    }
    let signs =
        checks.failed.iter().take(MOST_MARKS).map(|failed| {
            el("span.sign").style(format_args!("--line:{}", failed.line - 1)).text("✗")
        });
    el("pre.gutter").attr("aria-hidden", "true").say(&numbers).each(signs)
}

/// The text in its colours.
pub(super) fn colours(text: &str) -> Node {
    let mut page = el("pre.colours").attr("aria-hidden", "true");
    let mut done = 0;
    for (span, tone) in tones(text) {
        let class = match tone {
            Tone::Keyword => "span.k",
            Tone::Number => "span.n",
            Tone::Quoted => "span.q",
            Tone::Comment => "span.c",
        };
        page = page.say(&text[done..span.start]).child(el(class).say(&text[span.clone()]));
        done = span.end;
    }
    // A last line that is empty has its height only if something stands in it.
    page.say(&text[done..]).text("\n ")
}

/// What is wrong with the text; else what it expects in vain.
fn findings(scene: &SourceScene, act: &Callback<Msg>, kept: &Kept) -> Option<Node> {
    let (problems, failed) = (&scene.problems, &scene.checks.failed);
    let wrong = scene.wrong;
    if !wrong && failed.is_empty() {
        return None;
    }
    // All errors of the text but those that are listed, the told ones and those that are only counted.
    let hidden = (Problem::count(problems) + failed.len()).saturating_sub(MOST);
    let kept_run = wrong.then(|| {
        el("p.kept")
            .child(icon(Sign::Warning, 14))
            .text("On screen is the last run without errors.")
    });
    let errors = problems.iter().take(MOST).map(|found| problem(found, scene, act, kept));
    let misses = failed.iter().take(MOST).map(|missed| missed_item(missed, scene.lines, act, kept));
    Some(
        el("div#problems.findings")
            .maybe(kept_run)
            .child(el("ol").each(errors.chain(misses)))
            .maybe(and_more(hidden, "")),
    )
}

/// An error; a click sets the cursor there.
fn problem(problem: &Problem, scene: &SourceScene, act: &Callback<Msg>, kept: &Kept) -> Node {
    let place = format!("{}:{}", problem.line, problem.column);
    let said = with_code(el("span"), &problem.message);
    let said = match problem.hint.is_empty() {
        true => said,
        false => said.child(with_code(el("em").text(" "), &problem.hint)),
    };
    let before = |end: usize| units(scene.text.get(..end).unwrap_or_default());
    let span = [before(problem.span.start), before(problem.span.end)];
    let (line, lines) = (problem.line, scene.lines);
    let (frame, field) = (kept.frame.clone(), kept.field.clone());
    let finding = finding(
        &place,
        act,
        said,
        Rc::new(move |_| {
            let area = field.cast::<HtmlTextAreaElement>()?;
            // An area that cannot take the focus or the selection is left as it is.
            let _ = area.focus();
            let _ = area.set_selection_range(span[0], span[1]);
            show_line(&frame, line, lines);
            None
        }),
    );
    el("li").set("data-problem", &place).child(finding)
}

/// An expectation that fails; a click goes to its line and its step.
fn missed_item(failed: &Failed, lines: usize, act: &Callback<Msg>, kept: &Kept) -> Node {
    let Failed { line, step, .. } = *failed;
    let frame = kept.frame.clone();
    let said = el("span")
        .child(el("code").say(&failed.expected))
        .child(el("em").print(format_args!(" instead: {}", failed.found)));
    let finding = finding(
        &line.to_string(),
        act,
        said,
        Rc::new(move |_| {
            show_line(&frame, line, lines);
            Some(Msg::Seek(step))
        }),
    );
    el("li").set("data-missed", &line.to_string()).child(finding)
}

fn finding(
    place: &str,
    act: &Callback<Msg>,
    said: Node,
    click: Rc<dyn Fn(Event) -> Option<Msg>>,
) -> Node {
    el("button.finding")
        .hears_boxed(On::Click, act, click)
        .child(el("span.where").say(place))
        .child(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text after a change, with a bar where the one before the change has it.
    fn with_bar(before: &str, after: &str) -> String {
        let place = before.find('|').unwrap_or_default();
        let place = moved(&before.replace('|', ""), after, units(&before[..place]));
        let mut left = place;
        let mut said = String::new();
        for c in after.chars() {
            if left == 0 && !said.contains('|') {
                said.push('|');
            }
            said.push(c);
            left = left.saturating_sub(c.len_utf16() as u32);
        }
        if !said.contains('|') {
            said.push('|');
        }
        said
    }

    #[test]
    fn the_cursor_stays_where_it_is_in_the_text() {
        let after = "at 1s a\nat 1.5s W1 acks a\nat 2s b\n";
        for (before, said) in [
            ("a|t 1s a\nat 2s b\n", "a|t 1s a\nat 1.5s W1 acks a\nat 2s b\n"),
            // Both ends of the new line are like their surroundings.
            ("at 1s a|\nat 2s b\n", "at 1s a|\nat 1.5s W1 acks a\nat 2s b\n"),
            ("at 1s a\n|at 2s b\n", "at 1s a\nat 1.5s W1 acks a\n|at 2s b\n"),
            ("at 1s a\nat |2s b\n", "at 1s a\nat 1.5s W1 acks a\nat |2s b\n"),
        ] {
            assert_eq!(with_bar(before, after), said);
        }
        assert_eq!(with_bar("é\u{1f600} 2 p|er", "é\u{1f600} 30 per"), "é\u{1f600} 30 p|er");
        assert_eq!(with_bar("é\u{1f600}| 2 per", "é\u{1f600} 30 per"), "é\u{1f600}| 30 per");
        assert_eq!(with_bar("|q", "new\nq"), "new\n|q");
        assert_eq!(with_bar("one\ntw|o\n", "x"), "x|");
    }
}
