use super::*;
use crate::parse;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn printed(text: &str, format: Format) -> String {
    let scenario = parse(text).unwrap_or_else(|errors| panic!("{}", errors[0])).scenario;
    let mut table = String::new();
    write_table(scenario, format, &mut table).unwrap();
    table
}

#[test]
fn markdown_marks_what_is_new_and_counts_long_lists() {
    // Names that do not count up: the first ten of fourteen, and the other four counted.
    let letters: Vec<String> = ('a'..='o').map(|c| format!("{c}(g)")).collect();
    let text = format!(
        "queue q\n  ordered by header x\nworkers W1\nat 0s send {}\nat 1s W1 nacks, retry after 5s\n",
        letters.join(" ")
    );
    let behind = "b, c, d, e, f, g, h, i, j, k and 4 more behind a";
    assert_eq!(
        printed(&text, Format::Markdown),
        format!(
            "| t | event | W1 | waiting |\n|---|---|---|---|\n| 0 | start | **a** | {behind} |\n\
             | 1 | W1 nacks a, retry after 5 s | idle | a not before 6; {behind} |\n\
             | 6 | a eligible | **a** | {behind} |\n"
        )
    );
}

#[test]
fn a_long_list_of_names_that_count_up_is_a_range() {
    let text =
        "queue q\n  ordered\nworkers W1\nat 0s send o1..o20 x y07..y99\nat 1s dead-letter o5\n";
    // 3..20 and then x, the next range, which counts from y07; after o5 went, there are two ranges.
    let csv = printed(text, Format::Csv);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[1], "0,start,o1,\"o2..o20, x, y07..y99 behind o1\"");
    assert_eq!(lines[2], "1,o5 dead-lettered,o1,\"o2..o4, o6..o20, x, y07..y99 behind o1\"");
}

#[test]
fn a_folded_cell_names_what_is_delivered_at_its_step() {
    // Fourteen at once, and two more a second later: of twelve names ten are said where there are more.
    let letters: Vec<String> = ('a'..='n').map(String::from).collect();
    let text = format!("worker W1 takes 30\nat 0s send {}\nat 1s send y z\n", letters.join(" "));
    assert_eq!(
        printed(&text, Format::Markdown),
        "| t | event | W1 | waiting |\n|---|---|---|---|\n\
         | 0 | start | **a**, **b**, **c**, **d**, **e**, **f**, **g**, **h**, **i**, **j** and **4 more** | |\n\
         | 1 | y, z arrive | a, b, c, d, e, f, g, h, **y**, **z** and 6 more | |\n"
    );
    // Two that are there, then eleven: ten of these are named, and none of the others.
    let text =
        format!("worker W1 takes 30\nat 0s send y z\nat 1s send {}\n", letters[..11].join(" "));
    let table = printed(&text, Format::Text);
    let row = table.lines().last().unwrap();
    assert!(
        row.ends_with("  *a*, *b*, *c*, *d*, *e*, *f*, *g*, *h*, *i*, *j*, *1 more* and 2 more"),
        "{row}"
    );
    // What is for programs holds everything.
    assert!(printed(&text, Format::Csv).contains("\"y, z, a, b, c, d, e, f, g, h, i, j, k\""));
}

#[test]
fn many_reasons_are_cut_and_what_they_hold_is_counted() {
    let sends: Vec<String> = (1..=14).map(|n| format!("a{n}({n}) b{n}({n})")).collect();
    let text =
        format!("queue q\n  ordered by header x\nworkers 14\nat 0s send {}\n", sends.join(" "));
    // Fourteen groups with one behind the head: eleven are said, and three messages are left.
    let table = printed(&text, Format::Markdown);
    let row = table.lines().nth(2).unwrap();
    assert!(row.contains("b11 behind a11; 3 more messages |"), "{row}");
    // The same of unordered ones, each with a delay of its own: 14 that wait, eleven of them said, by arrival.
    let sends: Vec<String> = (1..=14).map(|n| format!("d{n} delay {}s", 20 - n)).collect();
    let delayed = printed(&format!("at 0s send {}\n", sends.join(" ")), Format::Markdown);
    let row = delayed.lines().nth(2).unwrap();
    assert!(row.starts_with("| 0 | start | d1 not before 19; d2 not before 18;"), "{row}");
    assert!(row.ends_with("; d11 not before 9; 3 more messages |"), "{row}");
    assert!(printed(&text, Format::Csv).contains("b14 behind a14\r\n"));
}

#[test]
fn m3_what_the_classifier_says_tells_buckets_apart() {
    let text = "queue q\n  attribute tier = header plan\nthrottle t: 1 per 4s by attribute tier\nworkers W1\n\
                at 0s send g1 g2 with plan=gold\nat 0s send f1 f2 with plan=free\n\
                at 1s W1 acks\nat 2s W1 acks\n";
    // f1 waits for the worker alone, takes the free plan's bucket at 1, and f2 waits for that one until 5.
    assert_eq!(
        printed(text, Format::Markdown).lines().skip(2).collect::<Vec<_>>(),
        [
            "| 0 | start | **g1** | g2 for t/gold until 4 |",
            "| 1 | W1 acks g1 | **f1** | g2 for t/gold until 4; f2 for t/free until 5 |",
            "| 2 | W1 acks f1 | idle | g2 for t/gold until 4; f2 for t/free until 5 |",
            "| 4 | t/gold has room | **g2** | f2 for t/free until 5 |",
            "| 5 | t/free has room | g2 | |",
        ]
    );
}

#[test]
fn a_name_breaks_no_row_and_says_what_it_is() {
    let text =
        "workers \"W|1\"\nat 0s send \"a\\nb`c_d_\\u{7}\" \"x,\\\"y\\\"\"\nat 1s \"W|1\" acks\n";
    let rows = |format| printed(text, format).lines().map(str::to_owned).collect::<Vec<_>>();
    let markdown = rows(Format::Markdown);
    assert_eq!(markdown[0], "| t | event | W\\|1 | waiting |");
    assert_eq!(markdown[2], "| 0 | start | **a\\\\nb\\`c_d\\_\\\\u{7}** | |");
    assert_eq!(markdown.len(), 4);
    let plain = rows(Format::Text);
    // The widest event is that of the other row, of 9 + 14 signs; and two blanks stand between columns.
    assert_eq!(plain[1], format!("0  start{}*a\\nb`c_d_\\u{{7}}*", " ".repeat(9 + 14 - 5 + 2)));
    assert_eq!(plain.len(), 3);
    let csv = rows(Format::Csv);
    assert_eq!(csv[1], "0,start,a\\nb`c_d_\\u{7},");
    assert_eq!(csv[2], "1,W|1 acks a\\nb`c_d_\\u{7},\"x,\"\"y\"\"\",");
    let json: serde_json::Value = serde_json::from_str(&printed(text, Format::Json)).unwrap();
    assert_eq!(json["rows"][0]["workers"][0]["holds"][0]["message"], "a\nb`c_d_\u{7}");
}

#[test]
fn text_aligns_its_columns() {
    let text = printed("workers W1 W2\nat 0s send a1 a2\nat 1s W1 crashes\n", Format::Text);
    let starts: Vec<_> = text.lines().map(|line| line.find("W2").or(line.find("*a2*"))).collect();
    assert_eq!(starts[0], starts[1]);
}

#[test]
fn who_stops_reading_stops_the_play() {
    struct Full(usize);
    impl Write for Full {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            self.0 += 1;
            if self.0 == 3 { Err(fmt::Error) } else { Ok(()) }
        }
    }
    let scenario = parse("workers W1\nat 0s send o1..o9 every 1s\n").unwrap().scenario;
    let mut full = Full(0);
    assert_eq!(write_table(scenario, Format::Csv, &mut full), Err(fmt::Error));
    assert_eq!(full.0, 3);
}

#[test]
fn a_long_table_has_a_row_for_each_step_however_much_waits() {
    let throttled: Vec<String> = (0..2_000).map(|n| format!("m{n}(g{})", n % 40)).collect();
    for (text, rows) in [
        // A row per ack, and the first one.
        (
            "queue q\n  ordered\nworkers 1\nat 0s send o1..o10000\nwork\n  takes 10ms\n".to_owned(),
            10_001,
        ),
        // Ten tokens at once, then one every 20 ms: 1,990 deliveries and as many acks at instants of their own, the
        // first instant, and one ack of the ten.
        (
            format!(
                "queue q\n  ordered by header x\nworkers 20\nthrottle t: rate 50 per 1s burst 10\n\
                 at 0s send {}\nwork\n  takes 10ms\n",
                throttled.join(" ")
            ),
            2 + 2 * 1_990,
        ),
        // Unordered ones, all of which one bucket holds: ten go at the start of each second, and are acked 10 ms later.
        (
            "workers 10\nthrottle t: 10 per 1s\nat 0s send o1..o10000\nwork\n  takes 10ms\n"
                .to_owned(),
            2_000,
        ),
    ] {
        let table = printed(&text, Format::Markdown);
        assert_eq!(table.lines().count() - 2, rows);
    }
}
