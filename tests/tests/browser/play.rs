//! The transport: steps, keys, playing, the scrubber.

use super::*;

#[test]
fn the_example_plays_by_mouse_forwards_and_exactly_backwards() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let mut shown = Vec::new();
        for row in 0..ROWS.len() {
            at_row(&page, row).await;
            lanes_agree(&page, row).await;
            shown.push(page.run(WHOLE_STEP, vec![]).await);
            page.click("#transport-forward").await;
        }
        // Past the last step there is nothing more to go to.
        at_row(&page, 8).await;
        for row in (0..ROWS.len()).rev() {
            at_row(&page, row).await;
            assert_eq!(page.run(WHOLE_STEP, vec![]).await, shown[row], "step {row}, coming back");
            page.click("#transport-back").await;
        }
        at_row(&page, 0).await;
        page.click("#transport-last").await;
        at_row(&page, 8).await;
        page.click("#transport-first").await;
        at_row(&page, 0).await;
        // A click on a row of the table goes there.
        page.click("[data-step-row='4']").await;
        at_row(&page, 4).await;
        let said = page.text("#narration").await;
        assert!(said.contains("a2") && said.contains("9 s") && said.contains("b2"), "{said}");
    });
}

#[test]
fn the_example_plays_by_keyboard() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        for row in 0..ROWS.len() {
            at_row(&page, row).await;
            page.press("\u{E014}").await;
        }
        at_row(&page, 8).await;
        page.press("\u{E011}").await;
        at_row(&page, 0).await;
        page.press("\u{E010}").await;
        at_row(&page, 8).await;
        page.press("\u{E012}").await;
        at_row(&page, 7).await;
        // The live region says the step.
        let spoken = page.text("#live").await;
        assert!(spoken.contains("a2"), "{spoken}");
        // `?` opens the keys, Escape closes them.
        page.press("?").await;
        page.until("return document.querySelector('#sheet').open;", vec![], json!(true)).await;
        page.press("\u{E00C}").await;
        page.until("return document.querySelector('#sheet').open;", vec![], json!(false)).await;
        // While someone types, the keys are letters.
        page.run("document.querySelector('#source').focus();", vec![]).await;
        page.press("\u{E011}").await;
        at_row(&page, 7).await;
    });
}

#[test]
fn it_plays_by_itself_and_stops_at_the_end() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("#transport-play").await;
        page.until(
            "return document.querySelector('#transport-play').ariaLabel;",
            vec![],
            json!("Pause"),
        )
        .await;
        at_row(&page, 8).await;
        page.until(
            "return document.querySelector('#transport-play').ariaLabel;",
            vec![],
            json!("Play"),
        )
        .await;
    });
}

#[test]
fn the_scrubber_goes_where_it_is_pressed_and_where_keys_send_it() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        // t = 4 is four tenths of the way to t = 10.
        let script = "const bar = document.querySelector('#scrubber');
            const box = bar.getBoundingClientRect();
            const rail = bar.querySelector('.rail').getBoundingClientRect();
            const at = { clientX: rail.left + rail.width * arguments[0], clientY: box.top + box.height / 2,
                button: 0, pointerId: 1, bubbles: true };
            bar.dispatchEvent(new PointerEvent('pointerdown', at));
            bar.dispatchEvent(new PointerEvent('pointerup', at));";
        page.run(script, vec![json!(0.4)]).await;
        at_row(&page, 4).await;
        page.run(script, vec![json!(1.0)]).await;
        at_row(&page, 8).await;
        page.run("document.querySelector('#scrubber').focus();", vec![]).await;
        page.press("\u{E012}").await;
        at_row(&page, 7).await;
        page.press("\u{E011}").await;
        at_row(&page, 0).await;
        let value = "return document.querySelector('#scrubber').getAttribute('aria-valuenow');";
        page.until(value, vec![], json!("1")).await;
    });
}
