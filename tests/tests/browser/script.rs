//! What scripts ask of figures: at any time, and wrongly too.

use super::*;

/// Three steps: at 0 s, 3 s and 5 s.
const TEXT: &str = "workers W1\nat 0s send a1 a2\nat 3s W1 acks\nat 5s W1 acks\n";

/// What the scripts of these tests have in hand.
const TOOLS: &str = "
    const [text] = arguments;
    const make = (attributes = {}) => {
        const figure = document.createElement('queue-scope');
        for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
        return figure;
    };
    const settled = () => new Promise(done => setTimeout(done, 100));
    const heard = (figure, name) => new Promise(done => figure.addEventListener(name, ({ detail }) => done(detail), { once: true }));
    const where = ({ position, steps, time, playing }) => [position, steps, time, playing];";

/// Runs a script on the simulator's page, with the tools and the text.
fn on_a_page(script: &'static str, expected: Value) {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let script = format!("{TOOLS}\n{script}");
        assert_eq!(page.run(&script, vec![json!(TEXT)]).await, expected);
    });
}

#[test]
fn calls_before_a_figure_is_there_are_carried_out_once_it_is() {
    let script = "await import('./queue-scope.js');
        const figure = make();
        figure.seek(3.5);
        figure.scenario = text;
        const before = [...where(figure), figure.scenario === text];
        document.body.append(figure);
        figure.step();
        figure.load();
        figure.back(2);
        const first = await heard(figure, 'step');
        figure.step();
        await settled();
        return [before, first.position, where(figure)];";
    on_a_page(script, json!([[0, 0, 0, false, true], 1, [2, 3, 3, false]]));
}

#[test]
fn a_figure_that_is_told_to_load_before_it_is_on_the_page_loads_there() {
    let script = "await import('./queue-scope.js');
        const figure = make();
        figure.scenario = text;
        figure.load();
        figure.play();
        await settled();
        const before = where(figure);
        document.body.append(figure);
        await heard(figure, 'step');
        await settled();
        return [before, figure.steps, figure.playing];";
    on_a_page(script, json!([[0, 0, 0, false], 3, true]));
}

#[test]
fn what_is_said_last_holds() {
    let script = "await import('./queue-scope.js');
        const figure = make({ lesson: 'retry-holds' });
        document.body.append(figure);
        figure.load();
        await new Promise(done => queueMicrotask(() => queueMicrotask(done)));
        figure.scenario = text;
        await heard(figure, 'step');
        const answers = [figure.scenario === text];
        figure.play();
        figure.play();
        await settled();
        answers.push(figure.playing);
        figure.pause();
        figure.play();
        figure.pause();
        await settled();
        answers.push(figure.playing);
        figure.scenario = `${text}at 9s send z\\n`;
        answers.push(figure.scenario.endsWith('send z\\n'));
        figure.seek(9);
        await settled();
        answers.push(where(figure));
        figure.setAttribute('theme', 'dark');
        await settled();
        answers.push(figure.scenario.endsWith('send z\\n'), figure.steps);
        figure.setAttribute('lesson', 'workers-take-turns');
        await heard(figure, 'step');
        answers.push(figure.scenario.includes('send z'));
        return answers;";
    on_a_page(script, json!([true, true, false, true, [4, 4, 9, false], true, 4, false]));
}

#[test]
fn a_text_that_is_set_before_the_script_is_there_is_shown() {
    let script = "const figure = make();
        figure.scenario = text;
        document.body.append(figure);
        await import('./queue-scope.js');
        figure.load();
        await heard(figure, 'step');
        return [figure.steps, figure.scenario === text];";
    on_a_page(script, json!([3, true]));
}

#[test]
fn a_figure_that_has_failed_or_is_read_only_shows_another_text() {
    let script = "await import('./queue-scope.js');
        const windows = [];
        addEventListener('error', event => windows.push(event.type));
        const figure = make({ src: 'nothing.queue' });
        document.body.append(figure);
        figure.load();
        const { messages } = await heard(figure, 'error');
        figure.scenario = text;
        await heard(figure, 'step');
        const fixed = make({ 'read-only': '', lesson: 'retry-holds' });
        document.body.append(fixed);
        fixed.load();
        await heard(fixed, 'step');
        fixed.scenario = text;
        await heard(fixed, 'step');
        return [messages.length, messages[0].includes('404'), figure.steps, fixed.steps, fixed.scenario === text, windows];";
    on_a_page(script, json!([1, true, 3, 3, true, []]));
}

#[test]
fn wrong_arguments_are_named() {
    let script = "await import('./queue-scope.js');
        const figure = make();
        const said = [];
        for (const wrong of [
            () => figure.step(1.5), () => figure.back('2'), () => figure.step(NaN), () => figure.seek(), () => figure.seek('4s'),
            () => figure.seek(-1), () => figure.seek(Infinity), () => { figure.scenario = null; },
        ]) {
            try { wrong(); said.push(null); } catch (error) { said.push(`${error.name}: ${error.message}`); }
        }
        return said;";
    let expected = json!([
        "TypeError: step takes a whole number of steps, not 1.5",
        "TypeError: back takes a whole number of steps, not \"2\"",
        "TypeError: step takes a whole number of steps, not NaN",
        "TypeError: seek takes an instant in seconds, from 0 on, not undefined",
        "TypeError: seek takes an instant in seconds, from 0 on, not \"4s\"",
        "TypeError: seek takes an instant in seconds, from 0 on, not -1",
        "TypeError: seek takes an instant in seconds, from 0 on, not Infinity",
        "TypeError: scenario is a text, not null",
    ]);
    on_a_page(script, expected);
}
