//! To log in and out, and to say one's name.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::Markup;

use crate::app::App;
use crate::error::Error;
use crate::form::{By, Form, Query};
use crate::guard::{known_browser, known_cookie, no_session_cookie, session_cookie};
use crate::logins::Place;
use crate::password;
use crate::routes::to;
use crate::serve::Peer;
use crate::views::login::login;

/// The form.
pub async fn show(By(visitor): By, Query(query): Query) -> Markup {
    login(&visitor, false, local(query.get("next")))
}

/// Tries a password, when its turn has come.
///
/// The session is always a new one: what a browser had before it logged in is worth nothing.
pub async fn log_in(
    State(app): State<Arc<App>>,
    By(visitor): By,
    Extension(Peer(address)): Extension<Peer>,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Response, Error> {
    let next = local(form.get("next")).to_owned();
    let Some(hash) = app.options.password_hash.clone() else {
        return Ok(to(&next));
    };
    let known = known_browser(&app, &headers);
    let is_known = known.is_some();
    let place = known.map_or_else(|| Place::of(address), Place::Known);
    let (given, of_task) = (form.get("password").unwrap_or_default().to_owned(), hash.clone());
    let verified = move || password::verify(&given, &of_task);
    if !app.logins.verify(place, verified).await? {
        return Ok((StatusCode::FORBIDDEN, login(&visitor, true, &next)).into_response());
    }
    app.sessions.end(&visitor);
    let visitor = app.sessions.begin(&name_of(form.get("name"))?)?;
    let mut response = to(&next);
    let headers = response.headers_mut();
    headers.append(SET_COOKIE, session_cookie(&app, &visitor.cookie));
    if !is_known {
        headers.append(SET_COOKIE, known_cookie(&app, &hash)?);
    }
    Ok(response)
}

/// Ends the session.
pub async fn log_out(State(app): State<Arc<App>>, By(visitor): By, Form(_): Form) -> Response {
    app.sessions.end(&visitor);
    let mut response = to("/");
    response.headers_mut().insert(SET_COOKIE, no_session_cookie(&app));
    response
}

/// Changes the name under which marks are saved.
pub async fn rename(State(app): State<Arc<App>>, By(visitor): By, Form(form): Form) -> Result<Response, Error> {
    app.sessions.rename(&visitor, &name_of(form.get("name"))?);
    Ok(to("/"))
}

fn name_of(name: Option<&str>) -> Result<String, Error> {
    let name = name
        .map(str::trim)
        .filter(|name| !name.is_empty() && name.chars().count() <= 100)
        .filter(|name| !name.contains(char::is_control));
    name.map(str::to_owned)
        .ok_or_else(|| Error::Request("a name has 1 to 100 characters, none of control".to_owned()))
}

/// An address of the viewer; `//host` is one of somebody else, and browsers leave out tabs and ends of lines.
fn local(next: Option<&str>) -> &str {
    next.filter(|next| {
        next.starts_with('/')
            && !next.starts_with("//")
            && !next.contains(|character: char| character == '\\' || character.is_control())
    })
    .unwrap_or("/")
}

#[cfg(test)]
mod tests {
    use super::{local, name_of};

    #[test]
    fn logging_in_leads_nowhere_else() {
        assert_eq!(local(Some("/page?key=1")), "/page?key=1");
        for next in [
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "",
            "/a\nb",
            "/\t/evil.example",
        ] {
            assert_eq!(local(Some(next)), "/", "{next}");
        }
    }

    #[test]
    fn names_are_short_and_of_one_line() {
        assert_eq!(name_of(Some("  Ann ")).ok().as_deref(), Some("Ann"));
        for name in [None, Some(" "), Some("a\0b"), Some("a\nb"), Some(&*"x".repeat(101))] {
            assert!(name_of(name).is_err(), "{name:?}");
        }
    }
}
