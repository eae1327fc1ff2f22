//! Checks an answer against the published description: the status is described, the body has the form described for that
//! status, and the conventions of every answer are kept.
//!
//! The schemas are made strict before use: an object may have no field that is not described. So every described field must be
//! there with its type, and no other field.

use std::collections::BTreeMap;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::served::Served;

/// A server and the description it gives of itself.
pub(crate) struct Conformity {
    served: Served,
    /// Whether it serves a snapshot, which answers can be tagged with.
    built: bool,
    /// By path, status as described, and media type.
    validators: BTreeMap<(String, String, String), Validator>,
}

impl Conformity {
    pub(crate) async fn of(served: Served) -> Self {
        let mut description = served.get("/openapi.json").await.json();
        make_strict(&mut description["components"]["schemas"]);
        let mut validators = BTreeMap::new();
        for (path, item) in description["paths"].as_object().unwrap() {
            for (method, name) in [("get", path.clone()), ("post", posted(path))] {
                for (status, response) in item[method]["responses"].as_object().into_iter().flatten() {
                    for (media, content) in response["content"].as_object().unwrap() {
                        let mut schema = content["schema"].clone();
                        schema["components"] = description["components"].clone();
                        let validator = jsonschema::draft202012::options().build(&schema);
                        let validator = validator.unwrap_or_else(|error| panic!("{name} {status}: {error}"));
                        validators.insert((name.clone(), status.clone(), media.clone()), validator);
                    }
                }
            }
        }
        // A server whose parts are being opened is not ready, and answers from its snapshot.
        let built = served.get("/readyz").await.json()["snapshot"].is_string();
        Self { served, built, validators }
    }

    pub(crate) async fn demo() -> Self {
        Self::of(Served::printing().0).await
    }

    /// The paths that are described for GET.
    pub(crate) fn paths(&self) -> Vec<&str> {
        let paths = self.validators.keys().map(|(path, ..)| path.as_str());
        // Paths with a variable part have their own tests.
        let plain = |path: &&str| path.starts_with('/') && !path.contains('{');
        let mut paths: Vec<&str> = paths.filter(plain).collect();
        paths.dedup();
        paths
    }

    /// Sends a GET request with the headers of a page of the service, and checks its answer.
    pub(crate) async fn ask(&self, path: &str, query: &str) -> Answer {
        self.ask_with(path, query, &[("sec-fetch-site", "same-origin")]).await
    }

    /// Sends a GET request with these headers, and checks its answer.
    pub(crate) async fn ask_with(&self, path: &str, query: &str, headers: &[(&str, &str)]) -> Answer {
        let asked = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        let answer = self.served.get_with(&asked, headers).await;
        if let Err(wrong) = self.judge(path, &answer) {
            let body: String = String::from_utf8_lossy(&answer.body).chars().take(2000).collect();
            panic!("{asked}: {}: {wrong}\n{body}", answer.status);
        }
        answer
    }

    /// Sends a POST request with a JSON body, and checks its answer.
    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        let answer = self.served.post(path, body.to_owned(), &[]).await;
        let name = posted(path.split('?').next().unwrap());
        if let Err(wrong) = self.judge(&name, &answer) {
            let text: String = String::from_utf8_lossy(&answer.body).chars().take(2000).collect();
            panic!("POST {path} {body}: {}: {wrong}\n{text}", answer.status);
        }
        answer
    }

    /// Fails with the first difference between an answer and its description.
    pub(crate) fn judge(&self, path: &str, answer: &Answer) -> Result<(), String> {
        let status = answer.status.as_u16();
        let content_type = answer.header("content-type");
        let media = content_type.strip_suffix("; charset=utf-8").unwrap_or(content_type);
        let is_file = matches!(media, "image/png" | "application/pdf" | "application/octet-stream");
        // The type of JSON-LD has no charset: it is UTF-8 by definition.
        let is_linked = media == "application/ld+json";
        if (is_file || is_linked) == (media != content_type) {
            return Err(format!("the charset of {content_type}"));
        }
        let described = [status.to_string(), format!("{}XX", status / 100)]
            .into_iter()
            .find_map(|status| self.validators.get(&(path.to_owned(), status, media.to_owned())))
            .ok_or_else(|| format!("no {media} is described for this status"))?;
        let body = if media == "application/json" || is_linked {
            serde_json::from_slice(&answer.body).map_err(|error| error.to_string())?
        } else if is_file {
            // The description says only that the body is bytes, so any text conforms.
            Value::String(String::from_utf8_lossy(&answer.body).into_owned())
        } else {
            Value::String(String::from_utf8(answer.body.clone()).map_err(|error| error.to_string())?)
        };
        if let Some(error) = described.iter_errors(&body).next() {
            return Err(format!("{error} at {}", error.instance_path()));
        }
        // A picture never changes, and a stored file is tagged by its content.
        let kept = match (status, media) {
            (400.., _) => "no-store",
            _ if path.starts_with("POST") => "no-store",
            (_, "image/png") => "public, max-age=31536000, immutable",
            (200, "application/octet-stream") => "public, max-age=86400, no-transform",
            _ => "public, no-cache",
        };
        for (name, expected) in [
            ("cache-control", kept),
            ("access-control-allow-origin", "*"),
            ("vary", "Accept-Encoding"),
            ("x-content-type-options", "nosniff"),
        ] {
            let value = answer.header(name);
            if !value.eq_ignore_ascii_case(expected) {
                return Err(format!("{name}: {value:?}"));
            }
        }
        let tag = match (status, path, media) {
            // Files, and pictures that have been drawn, are sent from a file.
            (200, "/api/v1/dv-verdict", _) | (200, _, "image/png") => "\"",
            (200, ..) if self.built && path.starts_with('/') => "W/\"",
            _ => "",
        };
        let sent = answer.header("etag");
        if !sent.starts_with(tag) || sent.is_empty() != tag.is_empty() {
            return Err(format!("etag: {sent:?}"));
        }
        if status >= 400 {
            tells_nothing_of_the_inside(&body)?;
        }
        Ok(())
    }
}

/// The key of a path for POST.
fn posted(path: &str) -> String {
    format!("POST {path}")
}

/// A failure must describe the request, never the server: no folder, no source file, no name of a library.
fn tells_nothing_of_the_inside(body: &Value) -> Result<(), String> {
    let said = body.to_string().to_lowercase();
    let folder = std::env::temp_dir().display().to_string();
    for word in
        [folder.as_str(), "sqlite", "rusqlite", ".rs:", "panicked", "catalog.db", "corpus.db", "crates/"]
    {
        if said.contains(word) {
            return Err(format!("tells of {word}"));
        }
    }
    Ok(())
}

/// Forbids fields that are not described, in every object that describes any field.
fn make_strict(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("properties").is_some_and(Value::is_object) {
                object.insert("additionalProperties".to_owned(), json!(false));
            }
            object.values_mut().for_each(make_strict);
        }
        Value::Array(items) => items.iter_mut().for_each(make_strict),
        _ => {}
    }
}
