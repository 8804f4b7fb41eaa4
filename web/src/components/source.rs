//! The text of the scenario: a text area under which its colours lie, and what is wrong with it.

use super::dead_letters::and_more;
use super::draw::{Kept, draw};
use super::node::{Node, On, el};
use super::{Part, Sign, icon};
use crate::scene::{SourceScene, TokenKind, tokens};
use crate::session::Msg;
use queuescope_sim::Diagnostic;
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

/// Brings the text area up to what was drawn. It is the browser's while it is typed in; a text from elsewhere is put
/// there once.
pub(super) fn keep_up(scene: &SourceScene, before: Option<&SourceScene>, kept: &Kept) {
    if before.is_none_or(|before| before.text != scene.text)
        && let Some(area) = kept.field.cast::<HtmlTextAreaElement>()
        && area.value() != *scene.text
    {
        area.set_value(&scene.text);
    }
    let line = scene.current.last();
    if line.is_some() && before.is_none_or(|before| before.current.last() != line) {
        follow(&kept.frame, &kept.field);
    }
}

/// The text panel.
pub(super) fn source(scene: &SourceScene, act: &Callback<Msg>, kept: &Kept) -> Node {
    let wrong = !scene.problems.is_empty();
    let head = el("div.card-head")
        .child(el("h2#source-heading").text("Text"))
        .child(el("span.hint").text("edit it: the run follows"));
    let current = scene.current.iter().map(|line| {
        el("span.current").key(&line.to_string()).put("style", format_args!("--line:{}", line - 1))
    });
    let typed = el("textarea#source")
        .class_if(!scene.coloured, "bare")
        .known(&kept.field)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("wrap", "off")
        .attr("aria-label", "Scenario text")
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
    let page = el("div.page")
        .each(current)
        .each(scene.problems.iter().enumerate().map(|(place, problem)| squiggle(place, problem)))
        .html(colours)
        .child(typed);
    let sheet = el("div.sheet")
        .put("style", format_args!("--lines:{}", scene.lines))
        .html(draw(Part::Gutter(scene.lines), act, None))
        .child(page);
    el("section.card source")
        .class_if(wrong, "wrong")
        .attr("aria-labelledby", "source-heading")
        .child(head)
        .child(el("div.editor").known(&kept.frame).child(sheet))
        .maybe(wrong.then(|| problems(&scene.problems)))
}

/// Brings the line of the step on screen into view, unless somebody is typing.
fn follow(frame: &NodeRef, area: &NodeRef) {
    let (Some(frame), Some(area)) = (frame.cast::<Element>(), area.cast::<Element>()) else {
        return;
    };
    let typing = area.matches(":focus").unwrap_or(false);
    let Ok(Some(mark)) = frame.query_selector(".current") else {
        return;
    };
    let (edges, mark) = (frame.get_bounding_client_rect(), mark.get_bounding_client_rect());
    if !typing && (mark.top() < edges.top() || mark.bottom() > edges.bottom() - 20.0) {
        let middle = (edges.top() + edges.bottom()) / 2.0;
        frame.set_scroll_top(frame.scroll_top() + (mark.top() - middle) as i32);
    }
}

fn squiggle(place: usize, problem: &Diagnostic) -> Node {
    let length = problem.span.len().clamp(1, 60);
    let (line, from) = (problem.line.saturating_sub(1), problem.column.saturating_sub(1));
    el("span.squiggle")
        .key(&place.to_string())
        .set("title", &problem.message)
        .put("style", format_args!("--line:{line};--from:{from};--length:{length}"))
}

/// The numbers of so many lines.
pub(super) fn gutter(lines: usize) -> Node {
    let mut numbers = String::new();
    for line in 1..=lines {
        numbers.push_str(&line.to_string());
        numbers.push('\n');
    }
    el("pre.gutter").attr("aria-hidden", "true").say(&numbers)
}

/// The text in its colours.
pub(super) fn colours(text: &str) -> Node {
    let mut page = el("pre.colours").attr("aria-hidden", "true");
    for token in tokens(text) {
        let class = match token.kind {
            TokenKind::Keyword => "span.k",
            TokenKind::Number => "span.n",
            TokenKind::Quoted => "span.q",
            TokenKind::Comment => "span.c",
            TokenKind::Plain => {
                page = page.say(token.text);
                continue;
            }
        };
        page = page.child(el(class).say(token.text));
    }
    // A last line that is empty has its height only if something stands in it.
    page.text("\n ")
}

/// How many problems are listed.
const MOST: usize = 20;

fn problems(problems: &[Diagnostic]) -> Node {
    let kept = el("p.kept")
        .child(icon(Sign::Warning, 14))
        .text("The text has errors. On screen is the last run without.");
    el("div#problems.problems")
        .attr("role", "status")
        .child(kept)
        .child(el("ol").each(problems.iter().take(MOST).map(view)))
        .maybe(and_more(problems.len().saturating_sub(MOST), ""))
}

fn view(problem: &Diagnostic) -> Node {
    let place = format!("{}:{}", problem.line, problem.column);
    let said = el("span").say(&problem.message);
    let said = if let Some(meant) = &problem.suggestion {
        said.child(el("em").print(format_args!(" Did you mean {meant}?")))
    } else if !problem.expected.is_empty() {
        said.child(el("em").print(format_args!(" Expected {}.", list(&problem.expected))))
    } else {
        said
    };
    el("li").set("data-problem", &place).child(el("span.where").say(&place)).child(said)
}

/// `a, b or c`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
