//! Links are opened and made by the JavaScript that is written down for others, which shares nothing with ours.

use super::*;
use queuescope_link::{DICTIONARY, decode};
use queuescope_tests::browser::visit_nothing;

const DESCRIPTION: &str = include_str!("../../../docs/src/links.md");
const RELEASED: &str = include_str!("../../../link/tests/fixtures/version-1.txt");

#[test]
fn the_documented_javascript_opens_what_was_released() {
    let blocks = DESCRIPTION.split("```js\n").skip(1);
    let scripts: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    let [_, for_browsers] = &scripts[..] else { panic!("{} scripts", scripts.len()) };
    let released = RELEASED.lines().filter(|line| !line.starts_with('#'));
    let released: Vec<Value> = released.map(|line| serde_json::from_str(line).unwrap()).collect();
    visit_nothing(|page| async move {
        let opened = format!(
            "{for_browsers}
            const [released, dictionary] = arguments;
            return Promise.all(released.map(({{ link }}) => decode(link, Uint8Array.from(dictionary))));"
        );
        let held = |link: &Value| json!({ "lines": link["lines"], "text": link["text"] });
        let expected: Vec<Value> = released.iter().map(held).collect();
        let arguments = vec![json!(released), json!(DICTIONARY)];
        assert_eq!(page.run(&opened, arguments).await, json!(expected));

        let made = format!(
            "{for_browsers}
            return Promise.all(arguments[0].map(({{ lines, text }}) => encode(lines, text)));"
        );
        let made = page.run(&made, vec![json!(released)]).await;
        for (made, released) in made.as_array().unwrap().iter().zip(&released) {
            let ours = decode(released["link"].as_str().unwrap());
            assert_eq!(decode(made.as_str().unwrap()), ours);
        }
    });
}
