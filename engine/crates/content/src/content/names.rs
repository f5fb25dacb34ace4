//! The names in a file, as its schema describes them: which keys and values define a name (`x-defines`) or refer to one
//! (`x-refers`), and which placeholders text can contain (`x-fills`).

use serde_json::Value;

use super::document::{Document, child, item};
use super::kinds::Kind;
use super::schema::{schema, target};
use callguide_search::diagnostics::Place;

/// A name where it's defined, or where something refers to it.
#[derive(Debug, Clone)]
pub struct PlacedName<'d> {
    /// What the name belongs to, such as a link or a question.
    pub of: &'static str,
    pub is_definition: bool,
    pub document: &'d Document,
    pub pointer: String,
    pub name: &'d str,
    /// Whether the name is the key at `pointer` rather than its value or a part of its value.
    pub is_key: bool,
}

impl PlacedName<'_> {
    /// Returns the place of the key or value.
    pub fn place(&self) -> Place {
        let Self { document, pointer, .. } = self;
        if self.is_key { document.key_at(pointer) } else { document.value_at(pointer) }
    }

    /// Returns the pointer to the list or mapping whose items have these names.
    pub fn list(&self) -> &str {
        let inside = if self.is_key { 1 } else { 2 };
        self.pointer.rsplitn(inside + 1, '/').nth(inside).unwrap_or_default()
    }
}

/// Returns the names in a file, in file order.
pub fn names_in(kind: Kind, document: &Document) -> Vec<PlacedName<'_>> {
    let root = &schema(kind).value;
    let mut walk = Walk { document, root, names: Vec::new() };
    walk.value(root, "", &document.value);
    walk.names
}

/// A walk through a file along its schema.
struct Walk<'d> {
    document: &'d Document,
    root: &'static Value,
    names: Vec<PlacedName<'d>>,
}

impl<'d> Walk<'d> {
    /// Adds the names in a value. The loader limits the depth of the recursion.
    fn value(&mut self, schema: &'static Value, pointer: &str, value: &'d Value) {
        if let Some(target) = target(self.root, schema) {
            self.value(target, pointer, value);
        }
        // Text that's assembled from parts.
        if let Some(then) = schema.get("then").filter(|_| schema.get("properties").is_none()) {
            self.value(then, pointer, value);
        }
        match value {
            Value::String(name) => self.add(schema, pointer, name, false),
            Value::Array(items) => {
                let Some(inner) = schema.get("items") else { return };
                for (index, value) in items.iter().enumerate() {
                    self.value(inner, &item(pointer, index), value);
                }
            }
            Value::Object(entries) => {
                for (key, value) in entries {
                    let at = child(pointer, key);
                    schema.get("propertyNames").into_iter().for_each(|keys| self.add(keys, &at, key, true));
                    let own = schema.get("properties").and_then(|properties| properties.get(key));
                    let Some(inner) = own.or_else(|| schema.get("additionalProperties")) else { continue };
                    self.value(inner, &at, value);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, schema: &'static Value, pointer: &str, name: &'d str, is_key: bool) {
        for keyword in ["x-defines", "x-refers"] {
            let Some(of) = schema.get(keyword).and_then(Value::as_str) else { continue };
            let (document, pointer, is_definition) =
                (self.document, pointer.to_owned(), keyword == "x-defines");
            self.names.push(PlacedName { of, is_definition, document, pointer, name, is_key });
        }
    }
}

/// Returns the placeholders allowed at `pointer`, from the nearest `x-fills` around it. One that ends in a dot allows
/// every name with that prefix. `None` if the schema allows nothing at `pointer`.
pub fn fills(kind: Kind, pointer: &str) -> Option<Vec<&'static str>> {
    let root = &schema(kind).value;
    let (mut here, mut fills) = (root, root.get("x-fills"));
    for part in pointer.split('/').skip(1) {
        let item = here.get("items").filter(|_| part.parse::<usize>().is_ok());
        let own = item.or_else(|| here.get("properties")?.get(part));
        let Some(inner) = own.or_else(|| here.get("additionalProperties")) else { break };
        if *inner == Value::Bool(false) {
            return None;
        }
        here = target(root, inner).unwrap_or(inner);
        fills = inner.get("x-fills").or_else(|| here.get("x-fills")).or(fills);
    }
    Some(fills.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect())
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    #[test]
    fn the_schema_tells_a_name_from_a_word_that_looks_the_same() {
        let text = "start: [{ when: { is: a }, go: when }]\nquestions:\n  when:\n    answers: [{ id: 'no', go: B }]\n";
        let document = parse(&"decision-tree.yaml".into(), &text.into()).0.unwrap();
        let names = names_in(Kind::DecisionTree, &document);
        let named = |of| names.iter().filter(|name| name.of == of).map(|name| name.name).collect::<Vec<_>>();
        assert_eq!(named("node"), ["when", "when", "B"]);
        assert_eq!((named("word"), named("answer")), (vec!["is"], vec!["no"]));
    }

    #[test]
    fn the_closest_list_of_placeholders_applies() {
        let filled = |pointer| fills(Kind::DecisionTree, pointer).unwrap();
        assert_eq!(filled("/questions/say/text"), ["state."]);
        assert_eq!(filled("/questions/B/text/parts/1/text"), ["state."]);
        assert!(filled("/questions/B/answers/0/text").is_empty());
        assert!(filled("/questions/B/scripts/0/say/1/text").contains(&"voter.name"));
        assert_eq!(fills(Kind::DecisionTree, "/questions/B/C/text"), None);
    }
}
