//! The bar at the top.

use super::draw::Kept;
use super::node::{Node, On, el};
use super::{Sign, icon};
use crate::scene::TopScene;
use crate::session::{Msg, SHARE, Theme};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What the page is.
const TAGLINE: &str = "See what an ordered queue does, one step at a time.";

/// Brings the picker to the lesson that the text came from: once somebody has chosen in it, it heeds no attribute.
pub(super) fn keep_up(scene: &TopScene, kept: &Kept) {
    if let Some(picker) = kept.field.cast::<HtmlSelectElement>() {
        let lesson = scene.lesson.and_then(|lesson| i32::try_from(lesson).ok());
        picker.set_selected_index(lesson.unwrap_or(-1));
    }
}

/// The name, the lessons, undo and redo, colours, help.
pub(super) fn top(scene: &TopScene, act: &Callback<Msg>, kept: &Kept) -> Node {
    let (sign, word) = match scene.theme {
        Theme::Auto => (Sign::Auto, "Colours: as the system has them"),
        Theme::Light => (Sign::Sun, "Colours: light"),
        Theme::Dark => (Sign::Moon, "Colours: dark"),
    };
    let tool = |id: &'static str, title: &'static str, label: &'static str, msg: Msg| {
        el(id).attr("title", title).attr("aria-label", label).says(On::Click, act, msg)
    };
    let undo = tool("button#undo.tool", "Take the last edit back (Ctrl + Z)", "Undo", Msg::Undo);
    let redo = tool("button#redo.tool", "Make it again (Ctrl + Shift + Z)", "Redo", Msg::Redo);
    let theme = tool("button#theme.tool", word, word, Msg::SetTheme(scene.theme.next()));
    let help = tool("button#help.tool", "Help (?)", "Help", Msg::Sheet(Some("help".into())));
    let share = tool(
        "button#share.small",
        "A link, files, a figure for a page",
        "Share",
        Msg::Sheet(Some(SHARE.into())),
    );
    let tools = el("div.tools")
        .child(share.child(icon(Sign::Share, 12)).text("Share"))
        .child(undo.truth("aria-disabled", !scene.can_undo).child(icon(Sign::Undo, 16)))
        .child(redo.truth("aria-disabled", !scene.can_redo).child(icon(Sign::Redo, 16)))
        .child(theme.child(icon(sign, 16)))
        .child(help.text("?"));
    let title = |(index, title): (usize, &String)| {
        el("option")
            .set("value", &index.to_string())
            .flag("selected", scene.lesson == Some(index))
            .text(if scene.edited && scene.lesson == Some(index) { "(edited) " } else { "" })
            .say(title)
    };
    let lesson = el("select#lesson")
        .known(&kept.field)
        .hears(On::Change, act, |event| {
            let picker: HtmlSelectElement = event.target_dyn_into()?;
            picker.value().parse().ok().map(Msg::OpenLesson)
        })
        .each(scene.titles.iter().enumerate().map(title));
    let picker = el("label.picker").child(el("span").text("Lesson")).child(lesson);
    let restore = scene.lesson.filter(|_| scene.edited).map(|lesson| {
        tool(
            "button#restore.small",
            "Back to the lesson as it was",
            "Restore the lesson",
            Msg::OpenLesson(lesson),
        )
        .child(icon(Sign::Return, 12))
        .text("Restore")
    });
    let home = el("a.logo")
        .attr("href", "./")
        .attr("title", "Start over")
        .child(logo())
        .child(el("span").text("Queuescope"));
    el("header.top")
        .child(el("h1").child(home))
        .child(el("span.tagline").text(TAGLINE))
        .child(picker)
        .maybe(restore)
        .child(el("span.grow"))
        .child(tools)
}

/// The title of a figure.
pub(super) fn caption(scene: &TopScene, act: &Callback<Msg>) -> Node {
    let title = scene.about.title.as_deref().unwrap_or("Queuescope");
    let open = el("button.small")
        .attr("data-open", "")
        .attr("title", "All of the simulator, in a window of its own")
        .says(On::Click, act, Msg::Said("shell simulate".into()))
        .text("Open in simulator");
    el("div.top caption").child(el("b").say(title)).child(el("span.grow")).child(open)
}

fn logo() -> Node {
    let message = |class: &'static str, x: &'static str| {
        el(class)
            .attr("x", x)
            .attr("y", "9.2")
            .attr("width", "3.4")
            .attr("height", "3.6")
            .attr("rx", "1")
    };
    let drawn = |shape: Node, width: &'static str| {
        shape.attr("stroke", "currentColor").attr("stroke-width", width)
    };
    let lens = el("circle").attr("cx", "11").attr("cy", "11").attr("r", "8.5");
    let handle = el("path").attr("d", "M17.5 17.5 23 23").attr("stroke-linecap", "round");
    el("svg")
        .attr("viewBox", "0 0 26 26")
        .attr("width", "26")
        .attr("height", "26")
        .attr("fill", "none")
        .attr("aria-hidden", "true")
        .child(drawn(lens, "2"))
        .child(drawn(handle, "2.4"))
        .child(message("rect.h0", "5.6"))
        .child(message("rect.h2", "9.6"))
        .child(message("rect.h1", "13.6"))
}
