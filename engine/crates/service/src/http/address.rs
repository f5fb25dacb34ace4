//! Decoding the path of a request.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Percent-decodes a path (RFC 3986 §2.1). `None` if a percent sign isn't followed by two hexadecimal digits,
/// or if the decoded bytes aren't UTF-8.
pub fn decoded(path: &str) -> Option<Cow<'_, str>> {
    let complete = path.split('%').skip(1).all(|after| {
        let mut digits = after.bytes();
        [digits.next(), digits.next()].into_iter().all(|it| it.is_some_and(|byte| byte.is_ascii_hexdigit()))
    });
    if complete { percent_decode_str(path).decode_utf8().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_not_be_read_says_nothing() {
        for (path, says) in [
            ("/home", Some("/home")),
            ("/caf%C3%A9%20x", Some("/café x")),
            ("/%25zz", Some("/%zz")),
            ("/%", None),
            ("/%4", None),
            ("/%zz", None),
            ("/%4%41", None),
            ("/%é", None),
            ("/%ff", None),
        ] {
            assert_eq!(decoded(path).as_deref(), says, "{path}");
        }
    }
}
