//! What staff sign off: every text of every region, and the picture of a region's tree.
//!
//! Worked out from the served trees when it is asked for: few people ask, and seldom.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use regex::Regex;
use serde_json::Value;

use super::caller::Admin;
use super::content::{Version, VersionQuery, bodies};
use super::{ApiError, AppState, conditional};
use crate::api::content::Content;
use crate::api::problem::Problem;
use crate::api::review::{Review, ReviewGroup, ReviewNode, ReviewState};
use crate::api::tree::{self, Node, Tree};
use crate::graph;
use crate::snapshot::{Bodies, Encoding, Prepared};

/// Every question, solution and script, once for all the regions that read it in the same way.
#[utoipa::path(
    get,
    path = "/api/review",
    tag = "review",
    responses(
        (status = 200, description = "The whole guidance", body = Review),
        (status = 304, description = "The client has it already"),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Signed in, but not an admin", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn review(
    State(state): State<AppState>,
    _: Admin,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let bodies = state.current.get().bodies().clone();
    let body = tokio::task::spawn_blocking(move || body(&bodies)).await;
    let body = body.map_err(|error| ApiError::internal(&error))??;
    conditional::answer_json(&headers, &body, &body.version)
}

/// The picture of one region's tree.
#[utoipa::path(
    get,
    path = "/api/graph/{state}",
    tag = "review",
    params(("state" = String, Path, description = "Code of the region"), Version),
    responses(
        (status = 200, description = "The picture, needing nothing else", content_type = "image/svg+xml", body = String),
        (status = 304, description = "The client has it already"),
        (status = 400, description = "The query can't be read", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Signed in, but not an admin", body = Problem),
        (status = 404, description = "No region has this code", body = Problem),
        (status = 410, description = "This version is gone", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn picture(
    State(state): State<AppState>,
    _: Admin,
    Path(code): Path<String>,
    version: VersionQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let bodies = bodies(version, &state).await?;
    let tree = bodies.tree(&code).ok_or_else(|| ApiError::not_found("No region has this code."))?;
    let picture = graph::svg(&graph::of_tree(&read::<Tree>(tree)?));
    // The version is the validator: the same content gives the same picture.
    let tag = format!("\"{}-{code}-svg\"", bodies.version());
    let mut response = if conditional::matches(&headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"))], picture).into_response()
    };
    conditional::content_headers(&mut response, &tag, bodies.version(), "cookie");
    Ok(response)
}

/// What was served, as it was before it was written.
fn read<T: serde::de::DeserializeOwned>(prepared: &Prepared) -> Result<T, ApiError> {
    serde_json::from_slice(&prepared.bytes(Encoding::Identity)).map_err(|error| ApiError::internal(&error))
}

fn body(bodies: &Bodies) -> Result<Review, ApiError> {
    let content: Content = read(bodies.content())?;
    let mut groups: Vec<ReviewGroup> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    let mut outcomes = BTreeMap::new();
    for state in &content.states {
        // Every region of the content has its tree.
        let Some(prepared) = bodies.tree(&state.code) else { continue };
        let tree: Tree = read(prepared)?;
        let nodes = walked(&tree);
        let reads = Own::of(state).taken_out(&tree.start, &nodes)?;
        let next = groups.len();
        let at = *index.entry(reads).or_insert(next);
        if at == next {
            let example = state.code.clone();
            groups.push(ReviewGroup { states: Vec::new(), example, start: tree.start.clone(), nodes });
            outcomes = tree.outcomes;
        }
        if let Some(group) = groups.get_mut(at) {
            group.states.push(ReviewState { code: state.code.clone(), name: state.name.clone() });
        }
    }
    Ok(Review { version: content.version, outcomes, groups })
}

/// The nodes in the order in which they are reached.
fn walked(tree: &Tree) -> Vec<ReviewNode> {
    let mut out = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut waiting = VecDeque::from([tree.start.as_str()]);
    while let Some(id) = waiting.pop_front() {
        let Some(node) = tree.nodes.get(id).filter(|_| seen.insert(id)) else { continue };
        if let Node::Question(question) = node {
            waiting.extend(question.answers.iter().map(|answer| answer.next.as_str()));
        }
        out.push(ReviewNode { id: id.to_owned(), node: node.clone() });
    }
    out
}

/// What in a text is a region's own, and the sign that stands for it.
struct Own(Vec<(Regex, String)>);

impl Own {
    fn of(state: &tree::State) -> Self {
        let mut own: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in &state.attributes {
            leaves(name, value, &mut own);
        }
        own.insert(state.name.clone(), "{name}".to_owned());
        // One page may serve for several purposes: which one is meant the label beside it says.
        own.extend(state.links.iter().map(|link| (link.url.clone(), "{page}".to_owned())));
        let mut own: Vec<(String, String)> = own.into_iter().filter(|(text, _)| !text.is_empty()).collect();
        // The longest first: an address may hold the name.
        own.sort_by_key(|(text, _)| std::cmp::Reverse(text.chars().count()));
        let whole = |text: &str| {
            // A name is not a part of a longer word.
            let edge = |c: Option<char>| if c.is_some_and(char::is_alphanumeric) { r"\b" } else { "" };
            let (first, last) = (edge(text.chars().next()), edge(text.chars().next_back()));
            Regex::new(&format!("{first}{}{last}", regex::escape(text)))
        };
        Self(own.iter().filter_map(|(text, sign)| Some((whole(text).ok()?, sign.clone()))).collect())
    }

    /// The nodes as one text, with a sign in place of everything that is the region's own.
    fn taken_out(&self, start: &str, nodes: &[ReviewNode]) -> Result<String, ApiError> {
        let mut text = serde_json::to_string(&(start, nodes)).map_err(|error| ApiError::internal(&error))?;
        for (own, sign) in &self.0 {
            text = own.replace_all(&text, regex::NoExpand(sign)).into_owned();
        }
        Ok(text)
    }
}

/// The words and numbers of an attribute. `true` and `false` are nobody's own.
fn leaves(path: &str, value: &Value, own: &mut BTreeMap<String, String>) {
    match value {
        Value::String(text) => drop(own.insert(text.clone(), format!("{{{path}}}"))),
        Value::Array(items) => items.iter().for_each(|item| leaves(path, item, own)),
        Value::Object(keys) => {
            keys.iter().for_each(|(key, item)| leaves(&format!("{path}.{key}"), item, own))
        }
        _ => {}
    }
}
