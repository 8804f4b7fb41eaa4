//! The gallery.

use super::*;

#[test]
fn an_edited_lesson_says_so_and_comes_back() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let good = source(&page).await;
        let picked = "return document.querySelector('#lesson').selectedOptions[0].text;";
        let Value::String(title) = page.run(picked, vec![]).await else { panic!("no lesson") };
        type_source(&page, &format!("{good}# mine\n")).await;
        page.until(picked, vec![], json!(format!("(edited) {title}"))).await;
        page.click("#restore").await;
        page.until(picked, vec![], json!(title)).await;
        assert_eq!(source(&page).await, good);
        choose_lesson(&page, "Workers take turns").await;
        page.click("#undo").await;
        page.until(picked, vec![], json!(title)).await;
    });
}

#[test]
fn every_lesson_opens_and_plays_to_its_end() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let titles =
            "return [...document.querySelector('#lesson').options].map(option => option.text);";
        let Value::Array(titles) = page.run(titles, vec![]).await else { panic!("no lessons") };
        assert!(titles.len() >= 9, "the example and at least eight more: {titles:?}");
        for title in titles {
            choose_lesson(&page, title.as_str().unwrap()).await;
            page.until(
                "return document.querySelector('#scrubber').getAttribute('aria-valuenow');",
                vec![],
                json!("1"),
            )
            .await;
            page.click("#transport-last").await;
            let at_end = "const bar = document.querySelector('#scrubber');
                return bar.getAttribute('aria-valuenow') === bar.getAttribute('aria-valuemax');";
            page.until(at_end, vec![], json!(true)).await;
            let problems = page
                .run("return document.querySelectorAll('[data-problem]').length;", vec![])
                .await;
            assert_eq!(problems, json!(0), "{title}");
        }
    });
}

#[test]
fn a_lesson_that_cannot_be_fetched_is_said_and_can_be_chosen_again() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let before = source(&page).await;
        let cut = "window.fetched = window.fetch; window.fetch = () => Promise.reject(new Error('offline'));";
        page.run(cut, vec![]).await;
        pick_lesson(&page, "Workers take turns").await;
        let notice =
            "return document.querySelector('#notice').textContent.includes('Workers take turns');";
        page.until(notice, vec![], json!(true)).await;
        assert_eq!(source(&page).await, before);
        page.run("window.fetch = window.fetched;", vec![]).await;
        choose_lesson(&page, "Workers take turns").await;
    });
}

#[test]
fn a_lesson_is_chosen_by_keyboard() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let before = source(&page).await;
        page.run("document.querySelector('#lesson').focus();", vec![]).await;
        page.press("\u{E015}").await;
        let changed = "return document.querySelector('#source').value !== arguments[0];";
        page.until(changed, vec![json!(before)], json!(true)).await;
    });
}
