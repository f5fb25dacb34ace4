//! Refuses YAML features that content doesn't use: anchors, aliases and tags. A content file means exactly what
//! its text says.

use std::ops::Range;

use granit_parser::Event;

use super::slips::Mistake;

/// Returns the mistake if `event` carries an anchor, alias, or tag.
pub(super) fn refuse(text: &str, event: &Event<'_>, range: &Range<usize>) -> Option<Mistake> {
    let anchored = match event {
        Event::Scalar(_, _, anchor, _)
        | Event::SequenceStart(_, anchor, _)
        | Event::MappingStart(_, anchor, _) => *anchor != 0,
        _ => false,
    };
    let (span, what, help) = if matches!(event, Event::Alias(_) | Event::UnresolvedAlias(_)) {
        (
            range.clone(),
            "`*` at the beginning refers to text defined elsewhere (an alias)",
            "write out that text",
        )
    } else if anchored {
        let what = "`&` at the beginning marks text to repeat elsewhere (an anchor)";
        (mark(text, '&', range), what, "remove it")
    } else if event.tag().is_some() {
        let what = "`!` at the beginning changes the type of a value (a tag)";
        (mark(text, '!', range), what, "remove it")
    } else {
        return None;
    };
    Some(Mistake {
        span,
        message: format!("{what}, which content doesn't support"),
        help: format!("{help}; or, if it's part of the text, put quotes around the whole text"),
    })
}

/// Returns the span of the mark itself: the event's range starts after it.
fn mark(text: &str, sign: char, range: &Range<usize>) -> Range<usize> {
    let before = text.get(..range.start).unwrap_or("");
    let Some(start) = before.rfind(sign) else { return range.clone() };
    let length = text[start..].find([' ', '\n', '\r', ',', ']', '}']).unwrap_or(1);
    start..start + length
}
