//! The texts that visitors see before they sign in.

use axum::Json;
use axum::extract::State;

use super::AppState;
use crate::auth::SignIn;
use callguide_search::api::site::{DevelopmentPerson, PublicSite, SignInKind, SignInMethod};

/// Returns what the login screen shows, and the ways to sign in.
#[utoipa::path(
    get,
    path = "/api/site",
    tag = "session",
    responses((status = 200, description = "The login screen's texts", body = PublicSite))
)]
pub async fn site(State(state): State<AppState>) -> Json<PublicSite> {
    let snapshot = state.current.get();
    let texts = snapshot.public_texts();
    let (kind, people) = match &state.sign_in {
        SignIn::Provider(_) => (SignInKind::Oidc, Vec::new()),
        SignIn::Development(development) => (
            SignInKind::Development,
            development
                .people()
                .iter()
                .map(|person| DevelopmentPerson {
                    email: person.email.clone(),
                    display_name: person.display_name.clone(),
                    description: person.description.clone(),
                })
                .collect(),
        ),
    };
    Json(PublicSite {
        organisation: texts.organisation.clone(),
        product: texts.product.clone(),
        tagline: texts.tagline.clone(),
        copyright: texts.copyright.clone(),
        login: texts.login.clone(),
        preview: snapshot.is_preview(),
        sign_in: vec![SignInMethod { kind, start: "/auth/start".to_owned(), people }],
    })
}
