//! `sensitive-request`: words to a voter that ask for something that volunteers may not ask for, and words that tell
//! volunteers to ask for it.
//!
//! The nouns for these things are listed in style.yaml (`sensitive`); the English phrases that ask for them are defined
//! here. The rule looks for the request, not just the noun: "please don't send your number" and "have your number at
//! hand for the form" are good advice. The noun by itself is a request only in the label of a fact for the ticket.

use std::ops::Range;

use super::context::Context;
use super::texts::{overlap, sentence};
use super::wording::Phrases;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::Expression;

/// Words that ask the reader or listener to hand something over to us.
static ASKS: Expression = Expression::new(concat!(
    r"(?i)\b(?:tell|give|send|read|show|text|e-?mail|message|dictate|spell(?: out)?)\s+(?:it\s+to\s+)?(?:me|us)\b",
    r"|\bwhat(?:['’]s|\s+is|\s+are|\s+was)\s+(?:your\b|the\s+(?:last|first|full)\b)",
    r"|\b(?:may|can|could|might)\s+(?:I|we)\s+(?:please\s+)?(?:have|get|take|see|ask(?:\s+you)?(?:\s+for)?|know)\b",
    r"|\b(?:I|we)(?:['’]ll|\s+will|['’]d|\s+would)?(?:\s+(?:also|now|still|just|first))?\s+(?:need|require|like|have\s+to\s+(?:have|ask(?:\s+you)?(?:\s+for)?))\b",
    r"|\b(?:reply|answer|write\s+back|text\s+back|respond)\s+with\b",
));

/// Words that ask someone to hand something over without saying to whom.
static HANDS_OVER: Expression = Expression::new(concat!(
    r"(?i)\b(?:send|share|provide|enter|text|e-?mail|type(?:\s+in)?|submit|upload|confirm|verify|state|spell(?:\s+out)?|read(?:\s+out)?)",
    r"\s+(?:over\s+)?(?:your|the\s+(?:last|first|full)|an?\s+(?:photo|picture|copy|scan|image|screenshot)|(?:photos|pictures|copies|scans)\s+of)\b",
));

/// A sentence that tells volunteers to ask for something or to write it down. The place to write it may come first: "In
/// the notes, write …".
static INSTRUCTS: Expression = Expression::new(concat!(
    r"(?i)^\W*(?:(?:in|under|at|for|with|if|when)\s[^,.:]{1,80},\W*)?(?:(?:please|then|also|next|now|first|always|and)\W+)*",
    r"(?P<verb>enter|write(?:\s+down)?|note(?:\s+down)?|record|add|attach|upload|paste|save|forward|ask(?:\s+(?:(?:the|this)\s+(?:voter|caller)|them))?\s+for)\s",
));

/// What follows in a sentence that begins differently: ", and write down …". Not "they can …, and write down".
static AND: Expression = Expression::new(
    r"(?i)^(?:[^,]*\b(?:ask|check|confirm|repeat|listen|offer|explain|tell|thank|look|read)\b[^,]*),\s+(?:and|then)\s+(?:(?:then|also)\s+)?(?P<verb>write\s+down|note\s+down|record|ask\s+for)\s",
);

/// Words for what people themselves do.
static THEY: Expression = Expression::new(r"(?i)\b(?:you|they|voters?|callers?|can|may|could|will|must)\b");

/// The rest of a sentence that has named something, and now tells volunteers what to do with it: ", attach it".
static ATTACHES: Expression = Expression::new(
    r"^[^,;:]*,\s*(?i:(?:(?:please|then|also|just)\s+)*(?:enter|write|note|record|add|attach|upload|paste|save|forward)\s+(?:it|them|that))\b",
);

/// What may follow a listed word in an instruction; another noun would make it a different thing.
static ENDS: Expression = Expression::new(
    r"(?i)^(?:\W*$|\s*[^\w\s'’-]|\s+(?:and|or|as|in|on|if|when|with|from|for|to|too|here)\b)",
);

/// Words about voters and the ticket.
static ABOUT_VOTERS: Expression =
    Expression::new(r"(?i)\b(?:voters?|callers?|person|their|them|his|her|notes?|tickets?|forms?)\b");

/// Another recipient, which makes the sentence help with a form rather than a request.
static TO_OTHERS: Expression = Expression::new(concat!(
    r"(?i)\b(?:on|in|to|into|at|with)\s+(?:(?:the|your|a|an|its|their|this|that)\s+)?(?:\[|(?:[\w'’-]+\s+){0,4}",
    r"(?:box|line|field|form|forms|application|office|offices|website|site|page|portal|clerk|agency|registrar|state|government|county|board|officials?)\b)",
));

/// Words that make us the ones who hand something over: "we'll send a copy of it".
static OURS: Expression = Expression::new(r"(?i)\b(?:I|we|they)(?:['’]ll|\s+(?:will|can|could))\s+$");

/// Words that turn a request into advice not to do it, if they're in the same clause.
static NOT: Expression = Expression::new(
    r"(?i)\b(?:not|\w+n['’]t|cannot|no\s+need|nobody|no\s+one|nothing|none|without|avoid|instead\s+of|rather\s+than|stop|if\s+(?:anyone|anybody|someone|somebody))\b",
);

/// Words that begin a clause on a different subject.
static SOMETHING_ELSE: Expression = Expression::new(
    r"(?i)\b(?:have|has|bring|keep|take|find|look|check|hold|if|when|whether|which|because|where|how|why|who|so\s+that|without|but|not|except)\b",
);

/// The words before a noun that's asked for by itself: "And your number?"
static ALONE: Expression = Expression::new(
    r"(?i)^\W*(?:(?:and|now|then|next|first|ok|okay|so|please)\W+)*(?:the\s+last\s+[\w ]+\s+of\s+)?your\s+$",
);

/// The words around a noun in a question about the reader: "Which card number do you have?"
static WHICH: Expression = Expression::new(r"(?im)^\W*(?:and\s+)?(?:which|what)\s+(?:\w+\s+)?$");
static OF_YOURS: Expression = Expression::new(r"(?i)^\s+(?:(?:are|do|did)\s+you|is\s+yours)\b[^.]*\?");

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(style) = &context.draft.style else { return };
    let things = style.sensitive.iter();
    let nouns = things.flat_map(|thing| thing.words.iter().map(move |word| (&*thing.ask_for, word.as_str())));
    let nouns: Vec<(&str, String)> =
        nouns.flat_map(|(thing, word)| with_pronouns(word).map(move |word| (thing, word))).collect();
    let phrases = Phrases::of(nouns.iter().map(|(thing, word)| (*thing, word.as_str())));
    for text in context.prose() {
        // The label of a fact for the ticket.
        let is_fact = text.pointer.split('/').any(|part| part == "ask_for");
        let (find, what): (fn(&str, &Range<usize>) -> _, _) = match is_fact {
            true => (noted, "asks a voter for"),
            false if text.is_given() => (request, "asks a voter for"),
            false => (instruction, "tells volunteers to ask for or write down"),
        };
        let mut told: Vec<Range<usize>> = Vec::new();
        for (thing, noun) in phrases.hits(text) {
            let words = text.words_alone();
            let request = find(words, &noun);
            // A sentence or a fact's label is reported once, even if it asks for several things.
            let new = |request: &Range<usize>| !told.iter().any(|told| is_fact || overlap(told, request));
            let Some(request) = request.filter(new) else { continue };
            let message = format!("this {what} {thing}");
            found.push(text.warning("sensitive-request", text.part(&request), &message).help(
                "take the request out; if it has to stay, write `# lint: allow sensitive-request because` and the reason above the text's key",
            ));
            told.push(request);
        }
    }
}

/// A listed word and, if it contains "of your", the same phrase about something named earlier: "photo of it".
fn with_pronouns(word: &str) -> impl Iterator<Item = String> {
    let head = word.split_once(" of your").map(|(head, _)| head.to_owned());
    let pronouns = ["it", "them", "this", "that", "these", "those", "one", "both"];
    let about = head.into_iter().flat_map(move |head| pronouns.map(|pronoun| format!("{head} of {pronoun}")));
    std::iter::once(word.to_owned()).chain(about)
}

/// The start of the sentence that contains `noun`, the parts of it before and after the noun, and all of it.
fn around<'w>(words: &'w str, noun: &Range<usize>) -> (usize, [&'w str; 3]) {
    let Range { start, end } = sentence(words, noun);
    (start, [&words[start..noun.start], &words[noun.end..end], &words[start..end]])
}

/// The span from the verb to the end of `noun`, if the noun's sentence tells volunteers to ask for or write it down.
fn instruction(words: &str, noun: &Range<usize>) -> Option<Range<usize>> {
    let (start, [before, behind, whole]) = around(words, noun);
    let is_denied = NOT.is_match(before) || before.to_lowercase().contains("never");
    if let Some(then) = ATTACHES.find(behind).filter(|_| !is_denied && !NOT.is_match(behind)) {
        return (ABOUT_VOTERS.is_match(whole) && !TO_OTHERS.is_match(behind))
            .then(|| noun.start..noun.end + then.end());
    }
    let then = || AND.captures(before).filter(|_| !THEY.is_match(before));
    let verb = INSTRUCTS.captures(before).or_else(then)?.name("verb")?;
    let between = before[verb.end()..].trim_start();
    // Without a word about the voter or the ticket, it may be about the volunteer's own log-in.
    if !verb.as_str().to_lowercase().starts_with("ask") && !ABOUT_VOTERS.is_match(whole) {
        return None;
    }
    // In text for volunteers, "your" is the volunteer's own.
    let is_own = words[start..noun.end].to_lowercase().contains("your");
    let hinders = is_denied || between.starts_with("that ") || SOMETHING_ELSE.is_match(between);
    (!hinders
        && !is_own
        // What a "photo of the" shows comes next.
        && (words[noun.clone()].to_lowercase().ends_with(" the") || ENDS.is_match(behind))
        && !TO_OTHERS.is_match(before)
        && !TO_OTHERS.is_match(behind))
    .then(|| start + verb.start()..noun.end)
}

/// The span from the asking words to the end of `noun`, if the noun's sentence asks for it.
fn request(words: &str, noun: &Range<usize>) -> Option<Range<usize>> {
    let (start, [before, behind, whole]) = around(words, noun);
    let asked = || whole.trim_end().ends_with('?') || whole.to_lowercase().contains("please");
    if before.trim_end().to_lowercase().ends_with("your") && asked() && ALONE.is_match(before) {
        let from = before.len() - before.trim_start().len();
        return Some(start + from..noun.end);
    }
    let open_to_whom = || !TO_OTHERS.is_match(behind) && !TO_OTHERS.is_match(before);
    // A noun may itself begin with "photo of your", so the words that ask may overlap with it.
    let upto = &words[start..noun.end];
    let ask = ASKS
        .find_iter(upto)
        .chain(HANDS_OVER.find_iter(upto).filter(|_| open_to_whom()))
        .chain(WHICH.find_iter(before).filter(|_| OF_YOURS.is_match(behind) && open_to_whom()))
        .filter(|ask| start + ask.start() < noun.start)
        .find(|ask| {
            let clause = upto[..ask.start()].rfind([',', ';', ':', '—', '–']).map_or(0, |at| at + 1);
            let earlier = &upto[..ask.start()];
            let between = upto.get(ask.end()..noun.start - start).unwrap_or("");
            !NOT.is_match(&upto[clause..ask.start()])
                && !OURS.is_match(earlier)
                && !earlier.to_lowercase().contains("never")
                && !SOMETHING_ELSE.is_match(between)
        })?;
    Some(start + ask.start()..noun.end)
}

/// The noun's span, unless the words before it say not to note it: a fact's label is a request, however it's worded.
fn noted(words: &str, noun: &Range<usize>) -> Option<Range<usize>> {
    let (_, [before, ..]) = around(words, noun);
    (!NOT.is_match(before) && !before.to_lowercase().contains("never")).then(|| noun.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(text: &str) -> bool {
        let pattern = Expression::new(r"(?i)\b(?:card number|last four digits|photo of your card)\b");
        pattern.find_iter(text).any(|noun| request(text, &noun.range()).is_some())
    }

    #[test]
    fn requests_for_sensitive_data_are_found_in_any_phrasing() {
        for text in [
            "Tell me your card number.",
            "Thank you. Could you please give us your full card number?",
            "What's your card number?",
            "What are the last four digits of your card?",
            "Please send a photo of your card.",
            "Send us your name, your street and your card number.",
            "Can you read me the card number?",
            "I'll need your card number.",
            "May I have the last four digits?",
            "To look you up, we will also need the last four digits.",
            "Reply with your card number.",
            "Please share your card number in this chat.",
            "And your card number?",
            "Your card number, please.",
            "Don't worry, and tell me your card number.",
            "If you can't find the letter, tell me your card number.",
            "Enter your card number here.",
            "Which card number do you have?",
        ] {
            assert!(asks(text), "{text}");
        }
    }

    #[test]
    fn the_name_of_sensitive_data_in_a_fact_label_is_a_request() {
        let noted = |text: &str| {
            let at = text.find("card number").unwrap();
            super::noted(text, &(at..at + "card number".len())).is_some()
        };
        assert!(noted("Your card number"));
        assert!(noted("As the voter says it. The card number is on the back."));
        assert!(!noted("The county, never a card number."));
        assert!(!noted("Don't write down a card number."));
    }

    #[test]
    fn volunteers_are_told_to_ask_for_it_only_in_an_instruction() {
        let told = |text: &str| {
            let at = text.find("card number").unwrap();
            instruction(text, &(at..at + "card number".len())).is_some()
        };
        for text in [
            "- Enter the name, the voter's card number, and a time of day.",
            "Done? In **Notes**, write the card number.",
            "1. Ask the voter for the card number.",
            "Ask how the name is spelled, and write down their card number.",
            "If the voter sent a card number, attach it to the ticket.",
        ] {
            assert!(told(text), "{text}");
        }
        for text in [
            "**Never** write down a card number.",
            "Write the note without the card number.",
            "Note whether the letter has a card number.",
            "The voter can look it up, enter the card number, and mail it.",
            "If the voter tells you a card number, don't enter it.",
            "Enter your own card number.",
            "Enter the card number list.",
            "Write that the voter needs a card number, and by when.",
            "Enter the card number on the state's form only.",
            "A name, a card number: nobody needs them.",
            "If the voter sends a card number, don't attach it.",
            "If the voter sends a card number, delete it.",
        ] {
            assert!(!told(text), "{text}");
        }
    }

    #[test]
    fn a_document_named_before_is_found_as_well() {
        assert_eq!(with_pronouns("card number").collect::<Vec<_>>(), ["card number"]);
        assert!(with_pronouns("photo of your card").any(|word| word == "photo of it"));
    }

    #[test]
    fn advice_and_warnings_are_not_requests() {
        for text in [
            "Please don't send us your card number.",
            "For your safety, please don't send names, your card number or the last four digits here.",
            "Never tell anyone your card number.",
            "We will never, on no account, ask you to tell us your card number.",
            "You don't need to tell me your card number.",
            "There is no need to give me the last four digits.",
            "Don't write down the card number.",
            "Have your card number at hand for the form.",
            "You will need your card number for the form.",
            "Enter the last four digits of your number on the state's form.",
            "Send a photo of your card to the county office.",
            "Tell me your name, and have your card number at hand.",
            "Tell me whether you know your card number.",
            "Which card number do you write on the state's form?",
            "I don't need your card number.",
            "Do you know your card number?",
            "If someone asks you to send us your card number, hang up.",
            "If anybody asks you to send us your card number, hang up.",
            "You cannot send us your card number.",
            "Tell me your name. The card number is on the back.",
            "We'll send a photo of your card to you.",
        ] {
            assert!(!asks(text), "{text}");
        }
    }
}
