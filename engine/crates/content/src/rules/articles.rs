//! `wrong-article`: "a" or "an" before a placeholder, if the words that fill it in take the other article.

use super::context::Context;
use super::texts::FileText;
use crate::content::{Kind, snippets};
use callguide_search::diagnostics::{Cause, Diagnostic};
use callguide_search::text::Expression;
use callguide_search::text::placeholders::STATE_NAME;

/// An article and the placeholder after it, with nothing but spaces and markup in between.
static BEFORE: Expression = Expression::new(
    r#"(?:^|[\s(*_"“])(?P<whole>(?P<article>[Aa]n?)(?P<rest>[*_]*\s+[*_"“]*\{(?P<name>[^{}\n]+)\}))"#,
);

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.prose() {
        for hit in BEFORE.captures_iter(text.written) {
            let end = hit.get_match().end();
            let (article, range) = (&hit["article"], end - hit["whole"].len()..end);
            let wrong = |words: &&str| vowel_sound(words) == Some(article.len() == 1);
            let warn = |message: &str| text.warning("wrong-article", text.place(&range), message);
            let shared = hit["name"].strip_prefix(snippets::PREFIX).zip(context.draft.snippets.as_ref());
            if let Some((name, file)) = shared {
                let Some(words) = file.snippets.get(name).map(String::as_str).filter(wrong) else { continue };
                let first = words.split_whitespace().next().unwrap_or_default();
                let other = if article.len() == 1 { format!("{article}n") } else { article[..1].to_owned() };
                let place = file.document.value_at(&format!("/snippets/{name}"));
                let finding = warn(&format!("this reads \"{article} {first}\""))
                    .related(place.clone(), "the words are here")
                    .help(format!("write \"{other}\" here"))
                    .maybe_fix(text.exchange(&range, &format!("{other}{}", &hit["rest"]), false));
                let message = format!("with \"{article}\" before it, this reads \"{article} {first}\"");
                let help =
                    Some("correct \"a\" or \"an\" in these places, or begin this text with a different word");
                let cause = Cause { message, counted: "places", place: Some(place), alone: false, help };
                found.push(Diagnostic { cause: Some(cause), ..finding });
            } else if hit["name"] == *STATE_NAME
                && let Some(state) = states(context, text).into_iter().find(wrong)
            {
                let message = format!("\"{article} {{{STATE_NAME}}}\" becomes \"{article} {state}\"");
                found.push(warn(&message).help(format!(
                    "reword it so that no \"a\" or \"an\" comes right before the name, as in \"the rule in {{{STATE_NAME}}}\""
                )));
            }
        }
    }
}

/// The names of the states that may be filled into text. A snippet may be used for any state.
fn states<'a>(context: &Context<'a>, text: &FileText<'_>) -> Vec<&'a str> {
    let all = context.draft.regions.iter().map(|state| state.name.as_str());
    if text.kind == Kind::Snippets {
        return all.collect();
    }
    let readers = context.readers_of(text.kind, text.document, &text.pointer);
    let regions = readers.map(|readers| context.readings.readers.regions_of(&readers)).unwrap_or_default();
    all.enumerate().filter(|(region, _)| regions.contains(region)).map(|(_, name)| name).collect()
}

/// Whether the first word begins with a vowel sound; `None` if its letters don't tell, as in "hour" or "unit", or if
/// the letters are read one by one.
fn vowel_sound(words: &str) -> Option<bool> {
    let word = words.trim_start_matches(['*', '_', '"', '“', '[']);
    let small = word.to_lowercase();
    let mut letters = word.chars();
    let first = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let unclear = ["u", "eu", "ew", "h", "one", "once"].iter().any(|sound| small.starts_with(sound));
    (letters.next()?.is_lowercase() && !unclear).then_some("aeio".contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sound_is_known_only_if_the_letters_tell_it() {
        for words in ["official paper", "**Ohio** card", "Iowa", "easy"] {
            assert_eq!(vowel_sound(words), Some(true), "{words}");
        }
        for words in ["birth certificate", "Texas", "[year](link:x)"] {
            assert_eq!(vowel_sound(words), Some(false), "{words}");
        }
        for words in
            ["ID card", "US flag", "Utah", "hour", "one-time", "x-ray", "8am", "{said.x}", "", "e-mail"]
        {
            assert_eq!(vowel_sound(words), None, "{words}");
        }
    }
}
