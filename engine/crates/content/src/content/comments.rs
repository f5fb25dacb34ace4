//! Finds the comments of a YAML file.

use std::ops::Range;

use granit_parser::{Event, Options, Parser};

/// Returns every comment of `text`, from its `#` to the end of the line, in order. A `#` inside a value doesn't
/// count. If the parser hits an error, returns the comments before it.
pub(super) fn comments(text: &str) -> Vec<Range<usize>> {
    let mut options = Options::default();
    options.emit_comments = true;
    let mut out = Vec::new();
    for (event, span) in Parser::new_from_str_with_options(text, options).map_while(Result::ok) {
        if let (Event::Comment(..), Some(range)) = (event, span.byte_range()) {
            out.push(range);
        }
    }
    out.sort_by_key(|range| range.start);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_inside_a_text_is_no_comment() {
        let text = "# one\na: x # two\nb: |\n  # no\n  text # no\nc: 'q # no' # three\nd: no#no\ne: [a, # four\n  b]\nf: | # five\n  # no\n# six\n";
        let found: Vec<&str> = comments(text).into_iter().map(|range| text[range].trim_end()).collect();
        assert_eq!(found, ["# one", "# two", "# three", "# four", "# five", "# six"]);
    }
}
