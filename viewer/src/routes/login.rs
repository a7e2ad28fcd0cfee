//! To log in and out, and to say one's name.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use maud::Markup;

use crate::app::App;
use crate::error::Error;
use crate::form::{By, Form, Query};
use crate::guard::{no_session_cookie, session_cookie};
use crate::password;
use crate::routes::to;
use crate::views::login::login;

/// The longest that somebody waits for their turn.
const QUEUE: Duration = Duration::from_secs(15);

/// The form.
pub async fn show(By(visitor): By, Query(query): Query) -> Markup {
    login(&visitor, false, local(query.get("next")))
}

/// Tries a password. One is tried at a time, so that guessing is slow however many guess.
///
/// The session is always a new one: what a browser had before it logged in is worth nothing.
pub async fn log_in(
    State(app): State<Arc<App>>,
    By(visitor): By,
    Form(form): Form,
) -> Result<Response, Error> {
    let next = local(form.get("next")).to_owned();
    let Some(hash) = app.options.password_hash.clone() else {
        return Ok(to(&next));
    };
    let given = form.get("password").unwrap_or_default().to_owned();
    let turn = tokio::time::timeout(QUEUE, app.logins.acquire()).await;
    let turn = turn
        .map_err(|_| Error::Crowded)?
        .map_err(|_| Error::Crowded)?;
    let verified = tokio::task::spawn_blocking(move || password::verify(&given, &hash));
    let is_right = verified.await.map_err(|_| Error::Crowded)?;
    if !is_right {
        tokio::time::sleep(Duration::from_millis(500)).await;
        drop(turn);
        return Ok((
            axum::http::StatusCode::FORBIDDEN,
            login(&visitor, true, &next),
        )
            .into_response());
    }
    drop(turn);
    app.sessions.end(&visitor);
    let visitor = app.sessions.begin(&name_of(form.get("name"))?)?;
    let mut response = to(&next);
    response
        .headers_mut()
        .insert(SET_COOKIE, session_cookie(&app, &visitor.cookie));
    Ok(response)
}

/// Ends the session.
pub async fn log_out(State(app): State<Arc<App>>, By(visitor): By, Form(_): Form) -> Response {
    app.sessions.end(&visitor);
    let mut response = to("/");
    response
        .headers_mut()
        .insert(SET_COOKIE, no_session_cookie(&app));
    response
}

/// Changes the name under which marks are saved.
pub async fn rename(
    State(app): State<Arc<App>>,
    By(visitor): By,
    Form(form): Form,
) -> Result<Response, Error> {
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
        for name in [
            None,
            Some(" "),
            Some("a\0b"),
            Some("a\nb"),
            Some(&*"x".repeat(101)),
        ] {
            assert!(name_of(name).is_err(), "{name:?}");
        }
    }
}
