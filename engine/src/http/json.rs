//! A JSON body, and one error envelope for everything that can be wrong with it.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse as _;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::{ApiError, AppState};

/// A body of the type `T`. What isn't JSON is refused: a page of another site can send forms, but
/// no JSON without being asked for leave first.
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::not_json());
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.into_response().status() == StatusCode::PAYLOAD_TOO_LARGE {
                ApiError::too_large("The body is too large.")
            } else {
                ApiError::bad_request("bad_body", "The body could not be read to its end.")
            }
        })?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            match error.classify() {
                // Its own words, unless they repeat half of the body.
                Category::Data => {
                    let why = Some(error.to_string()).filter(|why| why.len() < 200).unwrap_or(place);
                    ApiError::invalid("bad_shape", format!("The body isn't as described: {why}."))
                }
                _ => ApiError::bad_request("bad_json", format!("The body isn't JSON ({place}).")),
            }
        })
    }
}

/// `application/json`, with or without parameters, or a type that ends in `+json`.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json"
        || essence.strip_prefix("application/").is_some_and(|subtype| subtype.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_json_is_json() {
        let of = |value: &'static str| {
            is_json(&HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(value))]))
        };
        assert!(of("application/json") && of("Application/JSON; charset=utf-8") && of("application/x+json"));
        for other in ["text/plain", "application/x-www-form-urlencoded", "text/json", "", "application/jsonx"]
        {
            assert!(!of(other), "{other}");
        }
        assert!(!is_json(&HeaderMap::new()));
    }
}
