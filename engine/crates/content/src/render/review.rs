//! Renders the page that staff sign off on: everything that volunteers read, with each distinct tree once, and where
//! each piece of text is in the content, with the URL for editing it.

use std::collections::BTreeMap;

use super::content::{content, outcomes};
use super::faq;
use crate::content::document::{child, item};
use crate::content::model::{self, Repository, Script};
use crate::content::{Complete, Document};
use crate::readings::{NodeBody, ReaderSet, Readings};
use callguide_search::api::content::Content;
use callguide_search::api::faq::FaqEntry;
use callguide_search::api::review::{
    NodePlaces, Review, ReviewErrand, ReviewGroup, ReviewNode, ReviewState, TextPlace,
};
use callguide_search::faq::ErrandEntry;

/// Returns the body of `GET /api/review`, with the FAQ entries as served; `None` if something is missing, which
/// never happens with served content.
pub fn review(readings: &Readings<'_>, faq: Vec<FaqEntry>, preview: bool) -> Option<Review> {
    let complete = readings.draft().complete()?;
    let version = readings.version();
    let among = readings.readers.coming().and(readings.readers.in_regions());
    let mut trees = readings.open_trees(&among)?;
    trees.sort_by_key(|(_, readers)| !readers.meets(readings.readers.current()));
    let places = Places::of(readings);
    let groups = trees.iter().map(|(_, readers)| group(readings, readers, places.as_ref()));
    Some(Review {
        places: places.as_ref().map(|places| places.of_the_rest(&complete)).unwrap_or_default(),
        faq,
        elsewhere: errands(readings),
        outcomes: outcomes(&complete),
        groups: groups.collect::<Option<_>>()?,
        content: Content { preview, ..content(&complete, readings, &version) },
        version,
    })
}

fn errands(readings: &Readings<'_>) -> Vec<ReviewErrand> {
    let draft = readings.draft();
    let kept = draft.elsewhere.iter().flat_map(|file| file.errands.iter());
    let served = faq::errands(draft).into_iter().zip(kept);
    let errand = |(served, kept): (ErrandEntry, &model::Errand)| ReviewErrand {
        id: served.entry.id,
        question: served.entry.question,
        text: served.entry.answer,
        say: served.say,
        source: kept.source.clone(),
    };
    served.map(errand).collect()
}

fn group(readings: &Readings<'_>, readers: &ReaderSet, places: Option<&Places<'_>>) -> Option<ReviewGroup> {
    let reader = readers.iter().next()?;
    let first = readings.readers.reader(reader).region;
    let tree = readings.tree(reader)?;
    let keys = tree.keys();
    let nodes = tree.served(&keys);
    let node = |at: usize| {
        let places = places.and_then(|places| places.of_node(tree.copies[at], reader));
        ReviewNode { id: keys[at].clone(), node: nodes[at].clone(), places }
    };
    Some(ReviewGroup {
        states: states(readings, readers),
        example: readings.draft().regions.get(first)?.code.clone(),
        start: keys[tree.start].clone(),
        nodes: tree.in_order().into_iter().map(node).collect(),
    })
}

/// Returns these readers' regions and periods; consecutive periods are merged.
fn states(readings: &Readings<'_>, readers: &ReaderSet) -> Vec<ReviewState> {
    let mut out: Vec<ReviewState> = Vec::new();
    let mut before = None;
    for index in readers.iter() {
        let reader = readings.readers.reader(index);
        let state = &readings.draft().regions[reader.region];
        let goes_on = before.is_some_and(|last| last + 1 == index);
        match out.last_mut().filter(|last| goes_on && last.code == state.code) {
            Some(last) => last.until = reader.until,
            None => out.push(ReviewState {
                code: state.code.clone(),
                name: state.name.clone(),
                from: reader.from.filter(|_| !readings.readers.current().contains(index)),
                until: reader.until,
            }),
        }
        before = Some(index);
    }
    out
}

/// Looks up where text is in the content.
struct Places<'a> {
    readings: &'a Readings<'a>,
    repository: &'a Repository,
}

impl<'a> Places<'a> {
    /// Returns `None` if the content doesn't specify where its files are edited.
    fn of(readings: &'a Readings<'a>) -> Option<Self> {
        let repository = readings.draft().site.as_ref()?.repository.as_ref()?;
        repository.edit.as_ref()?;
        Some(Self { readings, repository })
    }

    /// Returns the place of the value at a pointer.
    fn at(&self, document: &Document, pointer: &str) -> Option<TextPlace> {
        let start = document.value_at(pointer).span.start;
        let line = document.text.get(..start)?.matches('\n').count() + 1;
        let file = document.name.to_string();
        let edit = self.repository.edit_address(&file, line)?;
        Some(TextPlace { file, line, edit })
    }

    /// Returns the places of the text that `reader` gets in this copy of a node.
    fn of_node(&self, copy: usize, reader: usize) -> Option<NodePlaces> {
        let document = &self.readings.draft().tree.as_ref()?.document;
        let guidance = self.readings.guidance.as_ref()?;
        let node = &guidance.entries[guidance.copies[copy].entry];
        let of = |slot: usize| {
            let mut taken = guidance.taken(copy, slot).iter();
            let choice = taken.position(|taken| taken.takes.contains(reader))?;
            self.at(document, &node.slots[slot].text_at(choice))
        };
        let title = if let NodeBody::Solution { title, .. } = &node.body { of(*title) } else { None };
        let shown =
            node.scripts.iter().filter(|script| !guidance.words(copy, script.gate, reader).is_empty());
        let scripts = shown.map(|script| of(script.say)).collect::<Option<_>>()?;
        Some(NodePlaces { title, text: of(node.text)?, scripts })
    }

    /// Returns the places of everything that isn't in the tree, by name.
    fn of_the_rest(&self, content: &Complete<'_>) -> BTreeMap<String, TextPlace> {
        let draft = self.readings.draft();
        let mut out = BTreeMap::new();
        let mut put = |name: String, document: &Document, pointer: &str| {
            out.extend(self.at(document, pointer).map(|place| (name, place)));
        };
        let shown = |scripts: &mut dyn Iterator<Item = (usize, &Script)>| -> Vec<usize> {
            scripts.filter(|(_, script)| self.readings.shown(script.window)).map(|(at, _)| at).collect()
        };
        if let Some(file) = &draft.flows {
            for (id, step) in content.flows.steps.iter() {
                let pointer = child("/steps", id);
                let text = if step.text.is_some() { "text" } else { "title" };
                put(format!("step {id}"), &file.document, &child(&pointer, text));
                for (nth, at) in shown(&mut step.scripts.indexed()).into_iter().enumerate() {
                    let script = item(&child(&pointer, "scripts"), at);
                    put(format!("step {id} script {nth}"), &file.document, &child(&script, "say"));
                }
            }
        }
        if let (Some(file), Some(agreement)) = (&draft.agreement, content.agreement) {
            for (at, mode) in agreement.modes.indexed() {
                let pointer = item("/modes", at);
                let parts = mode.body.indexed().filter(|(_, part)| self.readings.shown(part.script.window));
                let parts = parts.map(|(at, _)| item(&child(&pointer, "body"), at));
                let all =
                    [child(&pointer, "intro")].into_iter().chain(parts).chain([child(&pointer, "closing")]);
                for (nth, script) in all.enumerate() {
                    put(format!("agreement {} {nth}", mode.id), &file.document, &child(&script, "say"));
                }
            }
            put("agreement confirmation".to_owned(), &file.document, "/confirmation");
            if let Some(without) = &agreement.without {
                put("agreement without".to_owned(), &file.document, "/without/text");
                for (at, way) in without.ways.indexed() {
                    let pointer = item("/without/ways", at);
                    put(format!("agreement way {}", way.id), &file.document, &child(&pointer, "label"));
                    for (nth, _) in way.scripts.indexed() {
                        let script = item(&child(&pointer, "scripts"), nth);
                        let name = format!("agreement way {} script {nth}", way.id);
                        put(name, &file.document, &child(&script, "say"));
                    }
                }
            }
        }
        if let Some(file) = &draft.states {
            for (at, state) in content.states.states.indexed() {
                put(format!("state {}", state.code), &file.document, &child(&item("/states", at), "name"));
            }
        }
        if let (Some(file), Some(emergency)) = (&draft.emergency, content.emergency) {
            for (at, choice) in emergency.choices.indexed() {
                let label = child(&item("/choices", at), "label");
                put(format!("emergency {}", choice.id), &file.document, &label);
            }
            if emergency.upset.is_some() {
                put("upset".to_owned(), &file.document, "/upset/title");
            }
        }
        for file in &draft.support {
            put(format!("support {}", file.id), &file.document, "/text");
            for (nth, at) in shown(&mut file.scripts.indexed()).into_iter().enumerate() {
                let script = item("/scripts", at);
                put(format!("support {} script {nth}", file.id), &file.document, &child(&script, "say"));
            }
        }
        if let Some(file) = &draft.guides {
            for (id, _) in content.guides.guides.iter() {
                put(format!("guide {id}"), &file.document, &child("/guides", id));
            }
        }
        if let Some(file) = &draft.announcements {
            for (at, announcement) in content.announcements.announcements.indexed() {
                let text = child(&item("/announcements", at), "text");
                put(format!("announcement {}", announcement.id), &file.document, &text);
            }
        }
        if let Some(file) = &draft.elsewhere {
            for (at, errand) in file.errands.indexed() {
                put(format!("errand {}", errand.id), &file.document, &child(&item("/errands", at), "text"));
            }
        }
        let reader = self.readings.readers.now(self.readings.readers.general());
        for read in &self.readings.faq {
            let document = &draft.faq[read.category].document;
            let id = &read.entry.id;
            put(format!("faq {id}"), document, &child(&read.pointer, "question"));
            let choice = read.taken.iter().position(|taken| taken.takes.contains(reader)).unwrap_or_default();
            put(format!("faq {id} answer"), document, &read.answer.text_at(choice));
        }
        out
    }
}
