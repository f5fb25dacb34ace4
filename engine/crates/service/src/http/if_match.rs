//! `If-Match`: whether the caller has seen the current state (RFC 9110 §13.1.1).

use axum::http::{HeaderMap, header};

use super::conditional::plain_tag;

/// Returns the entity tags, in quotes, one of which must be the current one. `None` if any will do.
///
/// The comparison is strong, so weak tags never match and are left out, as are unreadable ones. A list that
/// was sent compressed has its own tag, which is mapped back because it's the same list.
pub fn expected(headers: &HeaderMap) -> Option<Vec<String>> {
    let values: Vec<_> = headers.get_all(header::IF_MATCH).iter().collect();
    if values.is_empty() {
        return None;
    }
    let texts: Vec<&str> = values.iter().filter_map(|value| value.to_str().ok()).collect();
    // The list always exists, even if it's empty.
    if texts.iter().any(|text| text.trim() == "*") {
        return None;
    }
    Some(texts.into_iter().flat_map(tags).collect())
}

/// Returns the strong tags of a list. A comma may appear inside the quotes.
fn tags(list: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), list);
    while let Some(start) = rest.find('"') {
        let weak = rest[..start].ends_with("W/");
        let Some(length) = rest[start + 1..].find('"') else { break };
        let end = start + 1 + length + 1;
        if !weak {
            found.push(plain_tag(&rest[start..end]));
        }
        rest = &rest[end..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn of(values: &[&'static str]) -> Option<Vec<String>> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::IF_MATCH, HeaderValue::from_static(value));
        }
        expected(&headers)
    }

    #[test]
    fn lists_stars_and_weak_tags() {
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["*"]), None);
        assert_eq!(of(&["\"a\""]), Some(vec!["\"a\"".to_owned()]));
        assert_eq!(of(&["\"a\", W/\"b\" ,\"c,d\""]), Some(vec!["\"a\"".to_owned(), "\"c,d\"".to_owned()]));
        assert_eq!(of(&["\"a-gzip\", \"b-br\""]), Some(vec!["\"a\"".to_owned(), "\"b\"".to_owned()]));
        assert_eq!(of(&["\"a\"", "\"b\""]).map(|tags| tags.len()), Some(2));
        for nothing in ["W/\"a\"", "a", "", "\"a", "W/*"] {
            assert_eq!(of(&[nothing]), Some(vec![]), "{nothing:?} matches nothing");
        }
    }
}
