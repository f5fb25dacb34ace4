//! JSON request bodies, with one error envelope for everything that can be wrong with them.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::{ApiError, AppState};

/// A body of type `T`. Its content type has already been checked by [`super::guard`] for every request that
/// changes something.
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.into_response().status() == StatusCode::PAYLOAD_TOO_LARGE {
                ApiError::too_large("The body is too large.")
            } else {
                ApiError::bad_request("bad_body", "The body couldn't be read completely.")
            }
        })?;
        parse(&bytes).map(Self)
    }
}

/// Parses a body, which must be an object: serde would also accept an array of the fields in order.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let body = serde_json::from_slice(bytes).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        match error.classify() {
            Category::Data => {
                let why = match shape(&error.to_string()) {
                    Some(shape) => format!("{shape} at {place}"),
                    None => place,
                };
                ApiError::invalid("bad_shape", format!("The body doesn't have the expected shape: {why}."))
            }
            _ => ApiError::bad_request("bad_json", format!("The body isn't JSON ({place}).")),
        }
    })?;
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(ApiError::invalid(
            "bad_shape",
            "The body doesn't have the expected shape: an object is expected.",
        ));
    }
    Ok(body)
}

/// Returns the part of a shape error that says what was expected, without repeating anything from the body,
/// which may be about a person. `None` if nothing is left.
fn shape(error: &str) -> Option<String> {
    let (text, _) = error.rsplit_once(" at line ")?;
    if ["missing field `", "duplicate field `"].iter().any(|start| text.starts_with(start)) {
        return Some(text.to_owned());
    }
    let kinds = ["unknown field", "unknown variant", "invalid type", "invalid value", "invalid length"];
    let kind = kinds.into_iter().find(|kind| text.starts_with(kind))?;
    // The body's own text comes before it, so the last one is the parser's.
    let (_, expected) = text.rsplit_once(", expected ")?;
    Some(format!("{kind}, expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use callguide_search::api::faq::FaqSearch;

    #[test]
    fn an_array_passes_for_no_object() {
        assert!(parse::<FaqSearch>(br#" {"q": "typed"}"#).is_ok());
        let error = parse::<FaqSearch>(br#" ["typed"]"#).unwrap_err();
        assert_eq!(error.into_response().status(), StatusCode::UNPROCESSABLE_ENTITY);
        let error = parse::<FaqSearch>(br#" ["typed""#).unwrap_err();
        assert_eq!(error.into_response().status(), StatusCode::BAD_REQUEST);
    }

    #[test]
    fn an_error_says_what_is_expected_and_repeats_nothing_of_the_body() {
        for (body, told) in [
            (r#"{"limit": "typed, expected typed"}"#, "invalid type, expected usize"),
            (r#"{"q": ["typed"]}"#, "invalid type, expected a string"),
            (r#"{"limit": -7}"#, "invalid value, expected usize"),
            (r#"{"typed": 1}"#, "unknown field, expected one of `q`, `category`, `state`, `limit`, `offset`"),
            (r#"{"q": "typed", "q": 1}"#, "duplicate field `q`"),
            (r#""typed""#, "invalid type, expected struct FaqSearch"),
        ] {
            let error = serde_json::from_str::<FaqSearch>(body).unwrap_err().to_string();
            assert_eq!(shape(&error).as_deref(), Some(told), "{error}");
        }
        assert_eq!(shape("typed"), None);
        assert_eq!(shape("typed at line 1 column 2"), None);
    }
}
