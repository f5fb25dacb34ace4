//! The plain subset of YAML that content uses: what an unquoted value means, which values parsers disagree about,
//! and which features are refused. A content file means exactly what its text says.

use std::ops::Range;

use granit_parser::Event;
use serde_json::{Number, Value};

use super::slips::Mistake;
use callguide_search::text::Expression;

static INTEGER: Expression = Expression::new(r"^-?(0|[1-9][0-9]*)$");
static DECIMAL: Expression = Expression::new(r"^-?(0|[1-9][0-9]*)\.[0-9]+$");
static ODD_NUMBER: Expression = Expression::new(
    r"(?i)^[-+]?(0[0-9_]+|0x[0-9a-f_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*e[-+]?[0-9]+|[0-9]+_[0-9_]*|\.inf|\.nan|\+[0-9]+)$",
);
/// Excludes complete dates (`2026-11-16`): a parser that reads one as a date gets the same day.
static DATE: Expression =
    Expression::new(r"^[0-9]{4}-([0-9]-[0-9]{1,2}|[0-9]{2}-[0-9]|[0-9]{1,2}-[0-9]{1,2}[Tt ].*)$");
static SEXAGESIMAL: Expression = Expression::new(r"^[0-9]+(:[0-5]?[0-9])+$");

/// Returns the value of a plain scalar: `true`, `false`, `null`, a whole or decimal number, or text.
pub fn resolve(text: &str) -> Value {
    match text {
        "" | "~" | "null" => return Value::Null,
        "true" => return Value::Bool(true),
        "false" => return Value::Bool(false),
        _ => {}
    }
    if INTEGER.is_match(text)
        && let Ok(number) = text.parse::<i64>()
    {
        return Value::Number(number.into());
    }
    if DECIMAL.is_match(text)
        && let Some(number) = text.parse().ok().and_then(Number::from_f64)
    {
        return Value::Number(number);
    }
    Value::String(text.to_owned())
}

/// Returns what else a YAML parser could read this text as; `None` if they all agree.
pub fn surprise(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        "yes" | "on" | "y" => return Some("true"),
        "no" | "off" | "n" => return Some("false"),
        "true" | "false" if text != lower => return Some("true or false"),
        "null" if text != lower => return Some("nothing at all"),
        _ => {}
    }
    if ODD_NUMBER.is_match(text) {
        return Some("a different number");
    }
    if DATE.is_match(text) {
        return Some("a date");
    }
    SEXAGESIMAL.is_match(text).then_some("a base-60 number")
}

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

/// Returns the span of the sign and its name, since the event's range starts after them.
fn mark(text: &str, sign: char, range: &Range<usize>) -> Range<usize> {
    let before = text.get(..range.start).unwrap_or("");
    let Some(start) = before.rfind(sign) else { return range.clone() };
    let length = text[start..].find([' ', '\n', '\r', ',', ']', '}']).unwrap_or(1);
    start..start + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_yaml_parsers_disagree_about_are_recognized() {
        for text in [
            "no",
            "Yes",
            "ON",
            "off",
            "n",
            "0777",
            "1e3",
            "0x1F",
            "1_000",
            "2026-1-16",
            "2026-01-6",
            "2026-11-16 10:00",
            "12:30",
            "True",
        ] {
            assert!(surprise(text).is_some(), "{text}");
        }
        for text in ["true", "yesterday", "1", "12.5", "none", "K7", "null", "a: b", "2026-11-16"] {
            assert_eq!(surprise(text), None, "{text}");
        }
    }

    #[test]
    fn only_plain_numbers_are_numbers() {
        assert_eq!(resolve("12"), 12);
        assert_eq!(resolve("0777"), "0777");
        assert_eq!(resolve("no"), "no");
        assert_eq!(resolve("1.50"), 1.5);
        assert_eq!(resolve("99999999999999999999"), "99999999999999999999");
    }
}
