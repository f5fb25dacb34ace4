//! Computes the served form of content from the files as written: each body in its published shape.

use serde_json::{Value, json};

use super::{Flaws, Form, Reader, list};

impl Reader<'_> {
    /// Returns what is shown next to every step; notes and scripts without text are left out.
    pub fn beside(&self, given: &[String]) -> Value {
        let states = &self.states;
        let scripts = worded(self.scripts(states, "", given, &mut Flaws::new()));
        let badges = list(&states["badges"]).enumerate();
        let badges = badges.filter(|(at, badge)| self.sees(badge, &format!("/badges/{at}"), given)).map(|(_, badge)| {
            json!({ "text": badge["text"], "tone": badge.get("tone").unwrap_or(&json!("neutral")) })
        });
        let badges: Vec<Value> = badges.collect();
        let mut links: Vec<Value> = Vec::new();
        for (id, label) in states["link_labels"].as_object().into_iter().flatten() {
            let label_text = label.get("text").unwrap_or(label);
            if !self.sees(label, &format!("/link_labels/{id}"), given) {
                continue;
            }
            if let Some(url) = self.region.unwrap().get("links").and_then(|links| links.get(id)) {
                // A page appears only once, with one label.
                if links.iter().all(|link| link["url"] != *url) {
                    links.push(json!({ "id": id, "label": label_text, "url": url }));
                }
            }
        }
        json!({ "badges": badges, "links": links, "scripts": scripts })
    }

    /// Returns a region as served before any question is answered.
    pub fn state(&self) -> Value {
        let region = self.region.unwrap();
        let mut state = self.beside(&[]);
        for key in ["code", "name"] {
            state[key] = region[key].clone();
        }
        state["time_zones"] = region.get("time_zones").cloned().unwrap_or(json!([]));
        state["time_zone_parts"] = json!({});
        if let Some(rule) = region.get("id_rule") {
            state["id_rule"] = json!(self.filled(rule.as_str().unwrap(), Form::Markdown));
        }
        for (name, value) in region.as_object().unwrap() {
            if self.written.states["attributes"].get(name).is_some() {
                state[name] = value.clone();
            }
        }
        state
    }

    /// Returns the entries of the FAQ.
    pub fn faq(&self) -> Vec<Value> {
        let mut entries = Vec::new();
        for (index, entry) in list(&self.written.entries).enumerate() {
            let at = format!("/entries/{index}");
            if !self.meets(entry, &[]) {
                continue;
            }
            if let Some(answer) = self.words(&entry["answer"], &format!("{at}/answer"), &[], Form::Markdown) {
                self.sees(entry, &at, &[]);
                let mut served = entry.clone();
                served.as_object_mut().unwrap().retain(|key, _| !["from", "until"].contains(&key.as_str()));
                served["number"] = json!(entries.len() + 1);
                served["answer"] = json!(answer);
                served["category"] = json!("Random");
                entries.push(served);
            }
        }
        entries
    }

    /// Returns the emergency text.
    pub fn emergency(&self) -> Value {
        let emergency = &self.written.emergency;
        let flaws = &mut Flaws::new();
        let mut choices = Vec::new();
        for (index, choice) in list(&emergency["choices"]).enumerate() {
            let at = format!("/choices/{index}");
            if self.sees(choice, &at, &[]) {
                let scripts = worded(self.scripts(choice, &at, &[], flaws));
                choices.push(json!({ "id": choice["id"], "label": choice["label"], "scripts": scripts }));
            }
        }
        let upset = &emergency["upset"];
        let scripts = worded(self.scripts(upset, "/upset", &[], flaws));
        json!({
            "choices": choices,
            "upset": { "title": upset["title"], "scripts": scripts },
            "text": self.need(&emergency["text"], "/text", &[], Form::Markdown, flaws),
        })
    }

    /// Returns the items of a dated list that are shown now.
    pub fn shown<'v>(&self, of: &'v Value) -> Vec<&'v Value> {
        list(of).filter(|one| self.meets(one, &[])).collect()
    }

    /// Returns the node with this key after these answers, except for where its answers lead.
    pub(super) fn node(&self, key: &str, given: &[String], flaws: &mut Flaws) -> Value {
        let tree = &self.written.tree;
        let section = if tree["questions"].get(key).is_some() { "questions" } else { "solutions" };
        let (node, at) = (&tree[section][key], format!("/{section}/{key}"));
        let text = self.need(&node["text"], &format!("{at}/text"), given, Form::Markdown, flaws);
        let scripts = self.scripts(node, &at, given, flaws);
        let mut served = json!({ "text": text, "scripts": scripts });
        if section == "questions" {
            served["kind"] = json!("question");
            served["ask_for"] = list(&node["ask_for"]).map(fact).collect();
            if let Some(short) = node.get("short") {
                served["short"] = short.clone();
            }
            let answers = list(&node["answers"]).enumerate();
            let offered =
                answers.filter(|(index, own)| self.sees(own, &format!("{at}/answers/{index}"), given));
            served["answers"] = offered.map(|(_, own)| answer(own)).collect();
        } else {
            let mut lines = Vec::new();
            for (index, line) in list(&node["note"]).enumerate() {
                let at = format!("{at}/note/{index}");
                if self.sees(line, &at, given) {
                    let words = self.need(&line["text"], &format!("{at}/text"), given, Form::Line, flaws);
                    lines.push(json!({ "label": line["label"], "text": words }));
                }
            }
            served["kind"] = json!("solution");
            served["type"] = node["type"].clone();
            served["title"] =
                json!(self.need(&node["title"], &format!("{at}/title"), given, Form::Line, flaws));
            served["agreement_required"] = node["agreement_required"].clone();
            served["note"] = json!(lines);
        }
        served
    }
}

/// Returns a fact as served.
fn fact(written: &Value) -> Value {
    let mut fact = json!({ "required": false, "choices": [] });
    fact.as_object_mut().unwrap().extend(written.as_object().unwrap().clone());
    fact
}

/// Returns an answer as served, except for where it leads.
fn answer(written: &Value) -> Value {
    let mut answer = written.as_object().unwrap().clone();
    answer.retain(|key, _| !["go", "when", "from", "until", "points"].contains(&key.as_str()));
    if let Some(facts) = answer.get_mut("ask_for") {
        *facts = list(facts).map(fact).collect();
    }
    Value::Object(answer)
}

/// Keeps the scripts that have text, and drops their empty notes.
fn worded(mut scripts: Vec<Value>) -> Vec<Value> {
    scripts.retain(|script| script["say"] != "");
    for script in &mut scripts {
        script.as_object_mut().unwrap().retain(|key, words| key != "note" || *words != "");
    }
    scripts
}
