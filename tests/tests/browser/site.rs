//! Where the page is served from, and the engine that is served beside it.

use super::*;

#[test]
fn it_works_under_a_sub_path_and_asks_nobody_else() {
    visit("/docs/queue/", WIDE, |page| async move {
        open_example(&page).await;
        page.click("#transport-forward").await;
        at_row(&page, 1).await;
        let strangers = "return performance.getEntriesByType('resource').map(entry => entry.name)
            .filter(name => !name.startsWith(location.origin + '/docs/queue/'));";
        assert_eq!(page.run(strangers, vec![]).await, json!([]));
    });
}

#[test]
fn the_scheduler_is_there_for_scripts_too() {
    visit("/", WIDE, |page| async move {
        open_example(&page).await;
        let text = source(&page).await;
        let script = "const { default: load, parse, Replay } = await import('./api/queuescope.js');
            await load();
            const wrong = parse('qeue x');
            const replay = new Replay(arguments[0]);
            replay.seek(4);
            const { step, snapshot } = replay.current();
            const answer = [parse(arguments[0]).ok, wrong.ok, wrong.errors[0].line, wrong.errors[0].column,
                replay.stepCount, step.at, snapshot.workers.map(worker => worker.holds[0].message)];
            replay.free();
            return answer;";
        let answer = page.run(script, vec![json!(text)]).await;
        assert_eq!(answer, json!([true, false, 1, 1, 9, 4_000_000, ["b2", "s2"]]));
    });
}

/// The policy that is written down for hosts.
fn policy() -> &'static str {
    let hosting = include_str!("../../../docs/src/hosting.md");
    let policies: Vec<&str> =
        hosting.match_indices("default-src").map(|(at, _)| &hosting[at..]).collect();
    let [policy, others @ ..] = &policies[..] else { panic!("no policy") };
    let end = policy.find("'none'\n").unwrap();
    let policy = &policy[..end + "'none'".len()];
    assert!(
        others.len() == 4 && others.iter().all(|other| other.starts_with(policy)),
        "{others:?}"
    );
    policy
}

#[test]
fn it_works_under_the_policy_that_hosts_are_told() {
    let site = Site::strict(&dist(), "/deep/path/", policy());
    visit_site(site, WIDE, |page, site| async move {
        let watch = "window.violations = [];
            new ReportingObserver(reports => violations.push(...reports.map(({ body }) => body.effectiveDirective)),
                { types: ['csp-violation'], buffered: true }).observe();";
        page.run(watch, vec![]).await;
        open_example(&page).await;
        page.click("#transport-forward").await;
        at_row(&page, 1).await;
        type_source(&page, "at 0s sned a\n").await;
        let explained = "return document.querySelector('#problems')?.innerText.includes('Did you mean send?') ?? false;";
        page.until(explained, vec![], json!(true)).await;
        assert_eq!(page.run("return violations;", vec![]).await, json!([]));
        page.goto("figure.html?lesson=retry-holds").await;
        page.until("return document.title;", vec![], json!("A retry holds its group")).await;
        drop(site);
    });
}
