//! Converts Markdown to plain text.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset};

/// Returns the plain text of Markdown, with blocks separated by line breaks; only the labels of links are kept.
pub fn words(markdown: &str) -> String {
    let mut out = String::new();
    for event in Parser::new_ext(markdown, Options::empty()) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                out.push_str(&text)
            }
            Event::SoftBreak => out.push(' '),
            Event::HardBreak => out.push('\n'),
            Event::Start(Tag::Item) => fresh_line(&mut out),
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::CodeBlock) => {
                fresh_line(&mut out)
            }
            _ => {}
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Returns the ranges that Markdown treats as text, each with the number of its paragraph.
pub fn runs(markdown: &str) -> Vec<(usize, Range<usize>)> {
    let (mut runs, mut paragraph) = (Vec::new(), 0);
    for (event, range) in
        TextMergeWithOffset::new(Parser::new_ext(markdown, Options::empty()).into_offset_iter())
    {
        match event {
            Event::Text(_) => runs.push((paragraph, range)),
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item) => paragraph += 1,
            _ => {}
        }
    }
    runs
}

fn fresh_line(out: &mut String) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_keeps_words_and_line_breaks() {
        assert_eq!(words("**A** [b](<https://c.org>).\n\n- one\n- two"), "A b.\none\ntwo");
    }
}
