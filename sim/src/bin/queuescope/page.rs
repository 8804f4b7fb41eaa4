//! The scenarios of a Markdown page: its fenced code blocks of the language `queuescope`.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::path::Path;

/// The language of a fenced block that is a scenario.
const LANGUAGE: &str = "queuescope";

/// A scenario on a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) text: String,
    /// The line of the page before its first one, which is that of the fence.
    pub(crate) above: usize,
    /// For each of its lines, what the page has before it: the indentation of a list, the marks of a quotation.
    indents: Vec<usize>,
}

impl Block {
    /// Where something in the block is on the page: its line and column.
    pub(crate) fn place(&self, line: usize, column: usize) -> (usize, usize) {
        let indent = self.indents.get(line.saturating_sub(1)).copied().unwrap_or_default();
        (self.above + line, indent + column)
    }
}

/// Whether a file of this name is a page.
pub(crate) fn is_page(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| {
        ["md", "markdown"].iter().any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// The blocks of a page, in its order: as CommonMark has them, so also those in lists and quotations, of tildes,
/// of longer fences and without a closing one, and none in a comment or in another block.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (event, range) in Parser::new(page).into_offset_iter() {
        if let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) = &event {
            if is_scenario(info) {
                let above = page[..range.start].matches('\n').count() + 1;
                open = Some(Block { text: String::new(), above, indents: Vec::new() });
            }
        } else if let (Event::Text(part), Some(block)) = (&event, &mut open) {
            block.add(page, part, range.start);
        } else if let Event::End(TagEnd::CodeBlock) = event {
            found.extend(open.take());
        }
    }
    found
}

impl Block {
    /// Takes a part of its text, which begins at a byte of the page.
    fn add(&mut self, page: &str, part: &str, start: usize) {
        let line = page[..start].rfind('\n').map_or(0, |end| end + 1);
        let mut indent = page[line..start].chars().count();
        for line in part.split_inclusive('\n') {
            if self.text.is_empty() || self.text.ends_with('\n') {
                self.indents.push(indent);
            }
            self.text.push_str(line);
            indent = 0;
        }
    }
}

/// The language is the first word behind the fence; a renderer's own words may follow.
fn is_scenario(info: &str) -> bool {
    info.split([' ', '\t', ',']).next() == Some(LANGUAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(page: &str) -> Vec<String> {
        blocks(page).into_iter().map(|block| block.text).collect()
    }

    #[test]
    fn only_fences_of_the_language_count() {
        let page = "```queuescope\na\n```\n\n```queue\nb\n```\n\n```queuescope,ignore x\nc\n```\n\n    ```queuescope\n    d\n    ```\n\n`queuescope`\n";
        assert_eq!(texts(page), ["a\n", "c\n"]);
    }

    #[test]
    fn a_fence_ends_with_one_of_its_own_kind_and_length() {
        let page = "~~~~ queuescope\n# ```\n# ~~~\n~~~~\n\n````text\n```queuescope\nno\n```\n````\n\n```queuescope\nlast";
        assert_eq!(texts(page), ["# ```\n# ~~~\n", "last"]);
    }

    #[test]
    fn a_comment_has_none() {
        assert!(texts("<!--\n```queuescope\na\n```\n-->\n").is_empty());
    }

    #[test]
    fn a_place_in_a_list_or_a_quotation_is_that_on_the_page() {
        let page = "1. one\n\n   ```queuescope\n   at 0s send a\n     b\n   ```\n\n> - ```queuescope\n>   c\n>\n>   d\n>   ```\n";
        let blocks = blocks(page);
        assert_eq!(blocks[0].text, "at 0s send a\n  b\n");
        assert_eq!(blocks[0].place(1, 1), (4, 4));
        assert_eq!(blocks[0].place(2, 3), (5, 6));
        assert_eq!(blocks[1].text, "c\n\nd\n");
        assert_eq!(blocks[1].place(1, 1), (9, 5));
        assert_eq!(blocks[1].place(3, 1), (11, 5));
    }

    #[test]
    fn line_ends_of_any_kind_count_once() {
        let blocks = blocks("a\r\n\r\n```queuescope\r\nb\r\nc\r\n```\r\n");
        assert_eq!(blocks[0].above, 3);
        assert_eq!(blocks[0].place(2, 1), (5, 1));
        assert_eq!(blocks[0].text.lines().collect::<Vec<_>>(), ["b", "c"]);
    }

    #[test]
    fn a_page_is_known_by_its_name() {
        assert!(is_page("docs/a.md") && is_page("README.MD") && is_page("b.markdown"));
        assert!(!is_page("md") && !is_page("a.queue") && !is_page("-"));
    }
}
