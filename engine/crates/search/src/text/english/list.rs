//! Binary search in sorted lines of text, in place: builds and allocates nothing.

/// Returns the lines of `sorted` from `key` on. `sorted` ends with a line break.
pub fn from<'t>(sorted: &'t str, key: &str) -> &'t str {
    let all = sorted.as_bytes();
    // Both are always at the start of a line, or past the last one.
    let (mut from, mut to) = (0, all.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let start =
            all[from..middle].iter().rposition(|byte| *byte == b'\n').map_or(from, |at| from + at + 1);
        let end = all[start..].iter().position(|byte| *byte == b'\n').map_or(all.len(), |at| start + at);
        if all[start..end] < *key.as_bytes() {
            from = end + 1;
        } else {
            to = start;
        }
    }
    &sorted[from..]
}

/// Whether `line` is one of the lines.
pub fn has(sorted: &str, line: &str) -> bool {
    from(sorted, line).lines().next() == Some(line)
}
