//! Guesses what an unknown name or value is meant to be.

use std::cmp::Reverse;

use super::diagnostic::shown;

/// Returns the candidate closest to `given`, if it's close enough to be what was meant: in its spelling, or else
/// because words were only added or left out.
pub fn nearest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates = not_opposite(given, candidates);
    let near = closest(given, &candidates).map(|(near, _)| near);
    near.or_else(|| longer_or_shorter(given, &candidates))
}

/// Words that make a name mean the opposite.
const NEGATIONS: [&str; 5] = ["no", "non", "not", "never", "without"];

/// Returns the candidates that don't mean the opposite of `given`, which may look almost the same.
fn not_opposite<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let is_negated = |name: &str| parts(name).any(|word| NEGATIONS.contains(&word.as_str()));
    let wanted = parts(given).nth(1).is_some().then(|| is_negated(given));
    let same = |other: &&str| wanted.is_none_or(|wanted| is_negated(other) == wanted);
    candidates.into_iter().filter(same).collect()
}

/// Returns the only candidate that has all the words of `given` and more, or only some of them: at least two words, in
/// the same order.
fn longer_or_shorter<'a>(given: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let within = |short: &[String], long: &[String]| {
        let mut rest = long.iter();
        short.len() >= 2
            && short.len() < long.len()
            && short.iter().all(|word| rest.any(|other| other == word))
    };
    let given: Vec<String> = parts(given).collect();
    let mut like = candidates.iter().copied().filter(|candidate| {
        let other: Vec<String> = parts(candidate).collect();
        within(&given, &other) || within(&other, &given)
    });
    like.next().filter(|first| like.all(|other| other == *first))
}

/// Returns the candidate spelled most like `given`, and whether another one is just as close.
fn closest<'a>(given: &str, candidates: &[&'a str]) -> Option<(&'a str, bool)> {
    let limit = ((given.chars().count() + 2) / 4).max(1);
    let lower = given.to_lowercase();
    let length = lower.chars().count();
    let like = candidates
        .iter()
        .map(|&c| (c.to_lowercase(), c))
        // The distance is at least the difference in length, and takes far longer to compute.
        .filter(|(other, _)| other.chars().count().abs_diff(length) <= limit)
        .map(|(other, c)| (strsim::osa_distance(&lower, &other), c))
        .filter(|(distance, _)| *distance <= limit);
    let like: Vec<_> = like.collect();
    let (least, near) = *like.iter().min_by_key(|(distance, c)| (*distance, c.len()))?;
    Some((near, like.iter().any(|(distance, c)| *distance == least && *c != near)))
}

/// Returns the candidate that an unknown name means: the one spelled most like it, if no other is as close and they're
/// similar enough. A two-letter code that shares one letter isn't similar enough, since most other codes are just as
/// close; nor is a name that differs only in its digits, or in a whole word.
pub fn meant<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (near, has_rival) = closest(given, &not_opposite(given, candidates))?;
    let (lower, likely) = (given.to_lowercase(), near.to_lowercase());
    if lower == likely {
        return Some(near);
    }
    let short = lower.chars().count().min(likely.chars().count()) <= 2;
    let letters = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    let [words, others] = [&lower, &likely].map(|name| parts(name).collect::<Vec<_>>());
    let mut pairs = words.iter().zip(&others);
    let differ = |(a, b): (&String, &String)| !b.contains(a) && closest(a, &[b.as_str()]).is_none();
    let other_word = words.len() == others.len() && pairs.any(differ);
    (!has_rival && !short && letters(&lower) != letters(&likely) && !other_word).then_some(near)
}

/// Comes before the allowed values if none of them is close.
pub const ONE_OF: &str = "use one of these: ";
/// The same for a single value.
pub const ONLY: &str = "use ";

/// Returns `did you mean "X"?`, or else the allowed values: all of them if there are few, otherwise those that
/// share a word with `given`. `None` if there are no candidates.
pub fn suggestion<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    suggestion_for(given, meant(given, candidates.iter().copied()), candidates)
}

/// The same, if it's known which candidate is [`meant`].
pub fn suggestion_for(given: &str, near: Option<&str>, mut candidates: Vec<&str>) -> Option<String> {
    const SHOWN: usize = 6;
    let longer = || longer_or_shorter(given, &not_opposite(given, candidates.iter().copied()));
    if let Some(near) = near.or_else(longer) {
        return Some(format!("did you mean {}?", shown(near)));
    }
    candidates.dedup();
    candidates.retain(|c| c.len() <= 60);
    let all = candidates.len();
    if all > SHOWN && !given.is_empty() {
        candidates.retain(|c| parts(given).any(|part| part.len() > 2 && parts(c).any(|other| other == part)));
        // Names that begin with the same words come first.
        candidates.sort_by_key(|c| Reverse(parts(given).zip(parts(c)).take_while(|(a, b)| a == b).count()));
    }
    match candidates.as_slice() {
        [] if all == 0 => None,
        [] => Some(format!("none of the {all} names allowed here is close to it; look up the right one")),
        [one] => Some(format!("{ONLY}{}", shown(one))),
        few if few.len() <= SHOWN => Some(format!("{ONE_OF}{}", few.join(", "))),
        many => Some(format!("{ONE_OF}{} and {} more", many[..SHOWN].join(", "), many.len() - SHOWN)),
    }
}

/// Returns `true` or `false` for a word that means the same, such as `yes` or `off`.
pub fn truth(text: &str) -> Option<&'static str> {
    match text.trim().to_lowercase().as_str() {
        "true" | "yes" | "y" | "on" => Some("true"),
        "false" | "no" | "n" | "off" => Some("false"),
        _ => None,
    }
}

/// Returns the words of a name, in lower case.
fn parts(name: &str) -> impl Iterator<Item = String> {
    name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_name_close_enough_is_suggested() {
        assert_eq!(nearest("NV2", ["NV1", "B"]), Some("NV1"));
        assert_eq!(nearest("voter_id_requird", ["focus", "voter_id_required"]), Some("voter_id_required"));
        assert_eq!(nearest("Q", ["B", "C"]), Some("B"));
        assert_eq!(nearest("elsewhere", ["B", "C"]), None);
    }

    #[test]
    fn a_name_with_words_added_or_left_out_is_the_nearest() {
        for (given, candidates, near) in [
            ("night-ferry-times", ["night-ferry", "day"], Some("night-ferry")),
            ("night-times", ["night-ferry-times", "night-ferry"], Some("night-ferry-times")),
            ("night", ["night-ferry-times", "day"], None),
            ("night-ferry", ["night-ferry-times", "night-ferry-fares"], None),
            ("no_night_ferry", ["night_ferry", "day"], None),
        ] {
            assert_eq!(nearest(given, candidates), near, "{given}");
            assert_eq!(meant(given, candidates), None, "{given}");
        }
    }

    #[test]
    fn an_ambiguous_similarity_suggests_nothing() {
        assert_eq!(meant("voter_id_requird", ["focus", "voter_id_required"]), Some("voter_id_required"));
        assert_eq!(meant("tx", ["TN", "TX"]), Some("TX"));
        assert_eq!(meant("handbok", ["handbook", "handbook"]), Some("handbook"));
        for (given, candidates) in [
            ("AL", ["AK", "LA"]),
            ("Q", ["B", "C"]),
            ("NOR", ["NO", "MIL"]),
            ("NV2", ["NV1", "B"]),
            ("case-12", ["case-2", "B"]),
            ("boat", ["boot", "bolt"]),
            ("night-helpline-arabic", ["night-helpline-spanish", "B"]),
            ("elsewhere", ["B", "C"]),
        ] {
            assert_eq!(meant(given, candidates), None, "{given}");
        }
    }
}
