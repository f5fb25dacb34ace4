//! Extracts Rust sources without their tests, for the tests of facts about the repository.

/// The attribute that marks an item as only for tests.
const TESTS: &str = "#[cfg(test)]";

/// Returns a source without the items that are compiled only for tests. Every other line keeps its number.
pub fn without_tests(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(token) = Token::of(&text[at..]) {
        let end = at + token.length;
        if token.is_code && text[at..].starts_with(TESTS) {
            let end = at + TESTS.len() + item(&text[at + TESTS.len()..]);
            out.extend(text[at..end].matches('\n'));
            at = end;
        } else {
            out.push_str(&text[at..end]);
            at = end;
        }
    }
    out
}

/// Returns the length of the item, field, or arm that `text` starts with, including its attributes.
fn item(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0_i32);
    // Attributes come first, and then a keyword, unless it's a field or an arm.
    let mut first = text.trim_start();
    while first.starts_with("#[") {
        let attribute = text.len() - first.len();
        at = attribute + bracketed(first);
        first = text[at..].trim_start();
    }
    let words = [
        "pub", "fn", "mod", "use", "impl", "struct", "enum", "const", "static", "type", "trait", "unsafe",
        "async", "let",
    ];
    let is_item = words.iter().any(|word| {
        first
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    });
    while let Some(token) = Token::of(&text[at..]) {
        let sign = token.is_code.then(|| text.as_bytes()[at]);
        match sign {
            Some(b'}' | b')' | b']') if depth == 0 => return at,
            Some(b'{' | b'(' | b'[') => depth += 1,
            Some(b'}' | b')' | b']') => depth -= 1,
            _ => {}
        }
        at += token.length;
        let ends = match sign {
            Some(b';') => true,
            Some(b',') => !is_item,
            // In `use a::{b, c};` the last character is the semicolon.
            Some(b'}') => !text[at..].trim_start().starts_with([';', ',', '.']),
            _ => false,
        };
        if ends && depth == 0 {
            return at;
        }
    }
    at
}

/// Returns the length of `text` up to the end of its first brackets.
fn bracketed(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while let Some(token) = Token::of(&text[at..]) {
        let sign = token.is_code.then(|| text.as_bytes()[at]);
        at += token.length;
        match sign {
            Some(b'[') => depth += 1,
            Some(b']') if depth == 1 => break,
            Some(b']') => depth -= 1,
            _ => {}
        }
    }
    at
}

/// A single character of code, or a whole comment or literal.
struct Token {
    length: usize,
    is_code: bool,
}

impl Token {
    /// Returns the token that `text` starts with.
    fn of(text: &str) -> Option<Self> {
        let first = text.chars().next()?;
        let whole = |length: usize| Some(Self { length: length.min(text.len()), is_code: false });
        if text.starts_with("//") {
            return whole(text.find('\n').unwrap_or(text.len()));
        }
        if text.starts_with("/*") {
            return whole(comment(text));
        }
        if let Some(length) = raw(text) {
            return whole(length);
        }
        if first == '"' {
            return whole(quoted(text, '"'));
        }
        // A character literal, or else the name of a lifetime.
        if let Some(inside) = text.strip_prefix('\'') {
            let mut signs = inside.chars();
            let sign = signs.next();
            if sign == Some('\\') || signs.next() == Some('\'') {
                return whole(quoted(text, '\''));
            }
        }
        Some(Self { length: first.len_utf8(), is_code: true })
    }
}

/// Returns the length of a literal up to the next quote that isn't escaped.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        if sign == quote && !escaped {
            return at + 1;
        }
        escaped = sign == '\\' && !escaped;
    }
    text.len()
}

/// Returns the length of the raw literal that `text` starts with.
fn raw(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('r')?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    let inside = rest[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(2 + hashes + inside.find(&end)? + end.len())
}

/// Returns the length of a comment, which may be nested.
fn comment(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < text.len() {
        let (step, by) = match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        at += step;
        depth += by;
        if depth == 0 {
            break;
        }
    }
    at
}
