//! `wrong-window`: something that ends before it begins.

use super::context::Context;
use super::findings::error;
use crate::content::Document;
use crate::content::document::child;
use crate::readings::is_reversed;
use callguide_search::diagnostics::{Diagnostic, Edit};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for piece in context.pieces() {
        for choice in piece.place.choices.iter().filter(|choice| is_reversed(choice.window)) {
            let [from, until] = ["from", "until"].map(|key| child(&choice.pointer, key));
            let place = piece.document.value_at(&until);
            let message = format!("this {} ends before it begins", piece.noun);
            found.push(
                error("wrong-window", piece.document, &until, place, &message)
                    .related(piece.document.value_at(&from), "it begins here")
                    .help("swap the two dates, or correct the one that's wrong")
                    .guess(exchanged(piece.document, &from, &until).into_iter().flatten()),
            );
        }
    }
}

fn exchanged(document: &Document, from: &str, until: &str) -> Option<[Edit; 2]> {
    let day = |pointer: &str| document.value.pointer(pointer)?.as_str();
    Some([document.write(from, day(until)?)?, document.write(until, day(from)?)?])
}
