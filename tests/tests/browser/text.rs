//! The text: errors in place, expectations that fail, hostile input.

use super::*;

#[test]
fn an_error_in_the_text_is_marked_and_the_last_good_run_stays() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("[data-step-row='4']").await;
        let good = source(&page).await;
        type_source(&page, &good.replace("W1 nacks,", "W1 nakcs,")).await;
        page.wait_for("[data-problem]").await;
        let problems = page.text("#problems").await;
        assert!(problems.contains("nacks"), "it says what was probably meant: {problems}");
        at_row(&page, 4).await;
        page.click("#transport-forward").await;
        at_row(&page, 5).await;
        type_source(&page, &good.replace("retry after 5s", "retry after 4s")).await;
        // Out of the error: the run is new, and its place in time is kept.
        page.until(
            CURRENT_ROW,
            vec![],
            json!(["5", "W2 acks s2", "b2", "idle", "a2 not before 8; a3 behind a2"]),
        )
        .await;
        let none = "return document.querySelectorAll('[data-problem]').length;";
        page.until(none, vec![], json!(0)).await;
    });
}

#[test]
fn an_error_is_in_sight_beside_the_text_and_leads_to_its_place() {
    for size in [WIDE, (1300, 900), (820, 1180)] {
        visit("/", size, |page| async move {
            open_example(&page).await;
            page.run("document.querySelector('.source').scrollIntoView();", vec![]).await;
            let good = source(&page).await;
            type_source(&page, &good.replace("W1 nacks,", "W1 nakcs,")).await;
            page.wait_for("[data-problem]").await;
            let in_sight = "const seen = at => {
                    const box = document.querySelector(at).getBoundingClientRect();
                    return box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight;
                };
                return [seen('[data-problem]'), seen('#checks')];";
            page.until(in_sight, vec![], json!([true, true])).await;
            page.click("[data-problem] button").await;
            let chosen = "const area = document.activeElement;
                return area.value.slice(area.selectionStart, area.selectionEnd);";
            page.until(chosen, vec![], json!("nakcs")).await;
        });
    }
}

#[test]
fn an_expectation_that_fails_is_marked_and_leads_to_its_line_and_step() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        assert_eq!(page.text("#checks").await, "5 expectations hold");
        let good = source(&page).await;
        // a2 is set aside at 4 s: a3 goes out at once and is acked at 6 s, W2 keeps b2 for ever, W1 is idle at 9 s.
        type_source(&page, &good.replace("W1 nacks, retry after 5s", "W1 rejects")).await;
        let verdict = "return document.querySelector('#checks').innerText.trim();";
        page.until(verdict, vec![], json!("3 of 5 expectations fail")).await;
        let line = good.lines().position(|line| line.contains("W1 has a2")).unwrap() + 1;
        let missed = format!("[data-missed='{line}']");
        let said = page.text(&missed).await;
        assert!(said.contains("at 9s W1 has a2") && said.contains("W1 is idle"), "{said}");
        page.click(&format!("{missed} button")).await;
        // The last step at or before 9 s is that of 6 s.
        let clock = "return document.querySelector('#clock').innerText;";
        page.until(clock, vec![], json!("6 s")).await;
        let marked = "const frame = document.querySelector('.editor').getBoundingClientRect();
            return [...document.querySelectorAll('.miss')].filter(mark => {
                const box = mark.getBoundingClientRect();
                return box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1
                    && mark.innerText.includes('W1 is idle');
            }).length;";
        page.until(marked, vec![], json!(1)).await;
        page.click("#undo").await;
        page.until(verdict, vec![], json!("5 expectations hold")).await;
    });
}

#[test]
fn nothing_can_be_done_while_the_text_has_errors() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("#lanes [data-message='a1']").await;
        page.wait_for("[data-act='ack']").await;
        let good = source(&page).await;
        type_source(&page, &good.replace("W1 nacks,", "W1 nakcs,")).await;
        let offered = "return document.querySelectorAll('main [data-act], :is(#delays, #workers-card, #throttles) \
            .stepper button:not([aria-disabled=true])').length;";
        page.until(offered, vec![], json!(0)).await;
        assert!(page.text(".drawer").await.contains("mend them first"));
        type_source(&page, &good).await;
        page.wait_for("[data-act='ack']").await;
    });
}

#[test]
fn hostile_texts_leave_the_page_whole() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let huge = "at 0s send a\n".repeat(8_000);
        let deep = "(".repeat(20_000);
        let texts = ["", "\u{0}\u{1}\u{2}", "<img src=x onerror=alert(1)>", &deep, &huge];
        for text in texts {
            type_source(&page, text).await;
            page.wait_for("[data-problem]").await;
            assert!(!page.text("#problems").await.is_empty());
            at_row(&page, 0).await;
        }
        assert_eq!(page.run("return document.images.length;", vec![]).await, json!(0));
    });
}
