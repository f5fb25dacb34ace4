//! Google's discovery document for the interface, and checks of requests and responses against it.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{Request, header};
use base64::Engine as _;
use regex::Regex;
use serde_json::{Map, Value as Json};

/// The document, read once per process.
pub struct Discovery {
    json: &'static Json,
    methods: Vec<Method>,
}

struct Method {
    name: String,
    http: String,
    path: Regex,
    json: Json,
}

/// A request interpreted according to the discovery document.
#[derive(Debug)]
pub struct Call {
    /// The method's name, such as `commit`.
    pub method: String,
    /// The parameters in the path and the query, by name.
    pub parameters: BTreeMap<String, String>,
    pub body: Json,
    response: String,
}

impl Call {
    /// Returns whether the method streams its response as a list. The document says so only in prose.
    pub fn streams(&self) -> bool {
        self.method == "batchGet"
    }
}

impl Discovery {
    /// Reads the document from the package that `scripts/firestore-discovery.sh` fetches.
    pub fn read() -> Self {
        static DOCUMENT: OnceLock<Json> = OnceLock::new();
        let json = DOCUMENT.get_or_init(|| {
            let script = Path::new(env!("CARGO_MANIFEST_DIR"))
                .parent()
                .unwrap()
                .join("scripts/firestore-discovery.sh");
            let output = Command::new(script).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let path = String::from_utf8(output.stdout).unwrap();
            serde_json::from_slice(&std::fs::read(path.trim()).unwrap()).unwrap()
        });
        let methods = json
            .pointer("/resources/projects/resources/databases/resources/documents/methods")
            .and_then(Json::as_object)
            .unwrap();
        Self { json, methods: methods.iter().map(|(name, json)| Method::new(name, json)).collect() }
    }

    /// Interprets a request, or returns what is wrong with it.
    pub fn call(&self, request: &Request<Bytes>) -> Result<Call, String> {
        let line = format!("{} {}", request.method(), request.uri());
        let path = request.uri().path();
        let fits = |method: &&Method| method.http == request.method().as_str() && method.path.is_match(path);
        let mut fitting = self.methods.iter().filter(fits);
        let method = fitting.next().ok_or_else(|| format!("{line}: no method is called so"))?;
        if let Some(other) = fitting.next() {
            return Err(format!("{line}: is it {} or {}?", method.name, other.name));
        }
        let mut parameters = method.in_path(path);
        for (name, value) in url::form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes())
        {
            let rule = &method.json["parameters"][&*name];
            let global = &self.json["parameters"][&*name];
            let rule = if rule["location"] == "query" { rule } else { global };
            if rule.is_null() {
                return Err(format!("{line}: {} has no parameter {name}", method.name));
            }
            check_text(rule, &value).map_err(|why| format!("{line}: {name}: {why}"))?;
            if parameters.insert(name.to_string(), value.to_string()).is_some() && rule["repeated"] != true {
                return Err(format!("{line}: {name} stands twice"));
            }
        }
        let body = self.body(method, request).map_err(|why| format!("{line}: {why}"))?;
        let response = method.json["response"]["$ref"].as_str().unwrap_or_default().to_owned();
        Ok(Call { method: method.name.clone(), parameters, body, response })
    }

    fn body(&self, method: &Method, request: &Request<Bytes>) -> Result<Json, String> {
        let Some(schema) = method.json["request"]["$ref"].as_str() else {
            return if request.body().is_empty() {
                Ok(Json::Null)
            } else {
                Err("it takes no body".to_owned())
            };
        };
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(format!("a body of the type {kind:?}"));
        }
        let body = serde_json::from_slice(request.body()).map_err(|error| error.to_string())?;
        match self.check(schema, &body).as_slice() {
            [] => Ok(body),
            wrong => Err(wrong.join("; ")),
        }
    }

    /// Returns what is wrong with the body of a successful response.
    pub fn check_answer(&self, call: &Call, body: &Json) -> Vec<String> {
        let wrong = match body {
            Json::Array(results) if call.streams() => {
                results.iter().flat_map(|result| self.check(&call.response, result)).collect()
            }
            body => self.check(&call.response, body),
        };
        wrong.into_iter().map(|why| format!("the answer of {}: {why}", call.method)).collect()
    }

    /// Returns what is wrong with the body of an error response, which must be a `Status` with a one-word
    /// reason.
    pub fn check_error(&self, body: &Json) -> Vec<String> {
        let mut error = match body {
            Json::Array(list) => list[0]["error"].clone(),
            body => body["error"].clone(),
        };
        let reason = error.as_object_mut().and_then(|error| error.shift_remove("status"));
        let mut wrong = self.check("Status", &error);
        if !reason.is_some_and(|reason| reason.is_string()) {
            wrong.push("a refusal has its reason".to_owned());
        }
        wrong
    }

    /// Returns what is wrong with `value` according to the schema with this name.
    pub fn check(&self, schema: &str, value: &Json) -> Vec<String> {
        let mut wrong = Vec::new();
        self.walk(&self.json["schemas"][schema], value, schema, &mut wrong);
        wrong
    }

    fn walk(&self, rule: &Json, value: &Json, at: &str, wrong: &mut Vec<String>) {
        if let Some(name) = rule["$ref"].as_str() {
            return self.walk(&self.json["schemas"][name], value, at, wrong);
        }
        match (rule["type"].as_str(), value) {
            (Some("any"), _) => {}
            (Some("object"), Json::Object(fields)) => self.walk_object(rule, fields, at, wrong),
            (Some("array"), Json::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    self.walk(&rule["items"], item, &format!("{at}[{index}]"), wrong);
                }
            }
            (Some("string"), Json::String(text)) => {
                if let Err(why) = check_text(rule, text) {
                    wrong.push(format!("{at}: {why}"));
                }
            }
            // The only enum with a value that's written as JSON null (`google.protobuf.NullValue`).
            (Some("string"), Json::Null) if rule["enum"] == serde_json::json!(["NULL_VALUE"]) => {}
            (Some("number"), Json::Number(_)) | (Some("boolean"), Json::Bool(_)) => {}
            (Some("number"), Json::String(text))
                if ["NaN", "Infinity", "-Infinity"].contains(&text.as_str()) => {}
            (Some("integer"), Json::Number(number))
                if number.as_i64().is_some_and(|number| i32::try_from(number).is_ok()) => {}
            (kind, value) => wrong.push(format!("{at}: {value} is no {}", kind.unwrap_or("known thing"))),
        }
    }

    fn walk_object(&self, rule: &Json, fields: &Map<String, Json>, at: &str, wrong: &mut Vec<String>) {
        for (name, value) in fields {
            let property = match &rule["properties"][name] {
                Json::Null => &rule["additionalProperties"],
                property => property,
            };
            if property.is_null() {
                wrong.push(format!("{at} has no {name}"));
            } else {
                self.walk(property, value, &format!("{at}.{name}"), wrong);
            }
        }
    }
}

impl Method {
    fn new(name: &str, json: &Json) -> Self {
        let template = json["path"].as_str().unwrap();
        let placeholder = Regex::new(r"\{(\+?)([A-Za-z]+)\}").unwrap();
        let (mut path, mut end) = ("^/".to_owned(), 0);
        for found in placeholder.captures_iter(template) {
            let whole = found.get(0).unwrap();
            path.push_str(&regex::escape(&template[end..whole.start()]));
            let parameter = &found[2];
            let pattern = json["parameters"][parameter]["pattern"].as_str();
            let pattern = pattern.map_or("[^/]+", |pattern| pattern.trim_matches(['^', '$']));
            path.push_str(&format!("(?<{parameter}>{pattern})"));
            end = whole.end();
        }
        path.push_str(&regex::escape(&template[end..]));
        path.push('$');
        Self {
            name: name.to_owned(),
            http: json["httpMethod"].as_str().unwrap().to_owned(),
            path: Regex::new(&path).unwrap(),
            json: json.clone(),
        }
    }

    fn in_path(&self, path: &str) -> BTreeMap<String, String> {
        let found = self.path.captures(path).unwrap();
        let decode = |text: &str| percent_decoded(text);
        let names = self.path.capture_names().flatten();
        names.map(|name| (name.to_owned(), decode(&found[name]))).collect()
    }
}

fn percent_decoded(text: &str) -> String {
    // In a path, a plus stays a plus.
    let pair = format!("x={}", text.replace('+', "%2B").replace('&', "%26"));
    url::form_urlencoded::parse(pair.as_bytes()).next().unwrap().1.into_owned()
}

/// Checks a string against its rule.
fn check_text(rule: &Json, text: &str) -> Result<(), String> {
    let fits = match (rule["type"].as_str(), rule["format"].as_str()) {
        (Some("integer"), _) => text.parse::<i32>().is_ok(),
        (Some("boolean"), _) => ["true", "false"].contains(&text),
        (_, Some("int64")) => text.parse::<i64>().is_ok_and(|number| number.to_string() == text),
        (_, Some("google-datetime")) => text.ends_with('Z') && text.parse::<jiff::Timestamp>().is_ok(),
        (_, Some("byte")) => base64::engine::general_purpose::STANDARD.decode(text).is_ok(),
        _ => true,
    };
    let known = rule["enum"].as_array().is_none_or(|values| values.iter().any(|value| value == text));
    if fits && known {
        Ok(())
    } else {
        Err(format!("{text:?} is no {}", rule["format"].as_str().unwrap_or("such value")))
    }
}
