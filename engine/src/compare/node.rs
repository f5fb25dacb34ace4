//! What a node of the tree says, as a value that can be compared.

use serde_json::{Map, Value, json};

use crate::api::tree::Fact;
use crate::readings::{self, Filled, Outline, OutlineAnswer, OutlineBody, OutlineNode, OutlineScript, Words};

/// What stands in the blanks.
#[derive(Clone, Copy)]
pub enum Blanks<'a> {
    /// Nothing: texts as content writes them.
    Open,
    /// What is this region's own.
    Filled(Filled<'a>),
}

impl Blanks<'_> {
    /// What a node is named by.
    pub fn id(self, node: &OutlineNode<'_>) -> String {
        match self {
            Self::Filled(region) => region.id_of(node).unwrap_or_else(|| node.key.to_owned()),
            Self::Open => node.key.to_owned(),
        }
    }

    fn markdown(self, words: &Words<'_>) -> Value {
        match self {
            Self::Open => words.join("\n\n").into(),
            Self::Filled(region) => region.markdown(words).into(),
        }
    }

    fn plain(self, words: &Words<'_>) -> Value {
        match self {
            Self::Open => words.join("\n\n").into(),
            Self::Filled(region) => region.plain(words).into(),
        }
    }

    fn line(self, words: &Words<'_>) -> Value {
        match self {
            Self::Open => words.join(" ").into(),
            Self::Filled(region) => region.line(words).into(),
        }
    }
}

/// The node at a place of an outline.
pub fn value(outline: &Outline<'_>, place: usize, blanks: Blanks<'_>) -> Value {
    let mut out = Map::new();
    let node = outline.node(place);
    // As content writes it, it's told of states.yaml.
    if let (Some(beside), Blanks::Filled(region)) = (&node.beside, blanks) {
        out.insert("beside".into(), json!(readings::beside(beside, region)));
    }
    match &node.body {
        OutlineBody::Question { text, short, scripts: said, ask_for, answers } => {
            out.insert("text".into(), blanks.markdown(text));
            if let Some(short) = short {
                out.insert("short".into(), blanks.line(short));
            }
            let answer = |answer: &OutlineAnswer<'_>| {
                let mut value = json!({ "id": answer.id, "text": answer.text });
                if let Some(shortcut) = answer.shortcut {
                    value["shortcut"] = shortcut.into();
                }
                if !answer.ask_for.is_empty() {
                    value["ask_for"] = answer.ask_for.iter().map(|asked| fact(asked)).collect();
                }
                value["leads to"] = blanks.id(outline.node(answer.next)).into();
                value
            };
            out.insert("answers".into(), answers.iter().map(answer).collect());
            out.insert("ask_for".into(), ask_for.iter().map(|asked| fact(asked)).collect());
            out.insert("scripts".into(), scripts(said, blanks));
        }
        OutlineBody::Solution { id_from, kind, agreement_required, title, text, scripts: said, note } => {
            // Nobody reads where an id comes from.
            if let (Some(path), Blanks::Open) = (id_from, blanks) {
                out.insert("id_from".into(), (*path).into());
            }
            out.insert("type".into(), (*kind).into());
            out.insert("title".into(), blanks.line(title));
            out.insert("text".into(), blanks.markdown(text));
            out.insert("agreement_required".into(), (*agreement_required).into());
            let line =
                |(label, words): &(&str, Words<'_>)| json!({ "label": label, "text": blanks.line(words) });
            out.insert("note".into(), note.iter().map(line).collect());
            out.insert("scripts".into(), scripts(said, blanks));
        }
    }
    Value::Object(out)
}

fn fact(fact: &Fact) -> Value {
    let mut value = json!(fact);
    as_written(&mut value);
    value
}

/// A fact that is asked for, as content writes it: what it doesn't say is left out.
pub fn as_written(fact: &mut Value) {
    if let Some(keys) = fact.as_object_mut() {
        keys.retain(|_, value| *value != json!(false) && *value != json!([]));
    }
}

fn scripts(list: &[OutlineScript<'_>], blanks: Blanks<'_>) -> Value {
    let value = |script: &OutlineScript<'_>| {
        let mut value = Map::new();
        if let Some(note) = &script.note {
            value.insert("note".into(), blanks.line(note));
        }
        value.insert("say".into(), blanks.plain(&script.say));
        value.insert("channel".into(), json!(script.channel));
        Value::Object(value)
    };
    list.iter().map(value).collect()
}
