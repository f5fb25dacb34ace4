//! A JSON body, and one error envelope for everything that can be wrong with it.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::{ApiError, AppState};

/// A body of the type `T`. Its content type is looked at before, for every call that changes something
/// ([`super::guard`]).
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
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
