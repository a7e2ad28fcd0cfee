//! The handlers to log in, to log out and to change one's name.

use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::Markup;

use crate::app::App;
use crate::error::Error;
use crate::form::{Form, Visit};
use crate::guard::{is_known, known_cookie, no_session_cookie, session_cookie};
use crate::password;
use crate::routes::to;
use crate::views::login::login;

pub async fn show(Visit { app, visitor, query }: Visit) -> Result<Markup, Error> {
    hash(&app)?;
    Ok(login(&visitor, false, local(query.get("next"))))
}

/// Without a password there is nothing to log in to.
fn hash(app: &App) -> Result<&str, Error> {
    let hash = app.options.password_hash.as_deref();
    hash.ok_or_else(|| Error::Missing("this viewer has no password".to_owned()))
}

/// Verifies a password when its turn has come, and begins a new session. A cookie from before the login, which somebody
/// may have planted, is worth nothing afterwards.
pub async fn log_in(headers: HeaderMap, form: Form) -> Result<Response, Error> {
    let Form { app, visitor, fields } = form;
    let next = local(fields.get("next")).to_owned();
    let hash = hash(&app)?.to_owned();
    let is_known = is_known(&app, &headers, &hash);
    let given = fields.get("password").unwrap_or_default().to_owned();
    let of_task = hash.clone();
    let verified = move || password::verify(&given, &of_task);
    if !app.logins.verify(is_known, verified).await? {
        return Ok((StatusCode::FORBIDDEN, login(&visitor, true, &next)).into_response());
    }
    app.sessions.end(&visitor);
    let visitor = app.sessions.begin(&name_of(fields.get("name"))?)?;
    let mut response = to(&next);
    let headers = response.headers_mut();
    headers.append(SET_COOKIE, session_cookie(&app, &visitor.cookie));
    if !is_known {
        headers.append(SET_COOKIE, known_cookie(&app, &hash));
    }
    Ok(response)
}

pub async fn log_out(Form { app, visitor, .. }: Form) -> Response {
    app.sessions.end(&visitor);
    ([(SET_COOKIE, no_session_cookie(&app))], to("/")).into_response()
}

/// Changes the name under which marks are saved.
pub async fn rename(Form { app, visitor, fields }: Form) -> Result<Response, Error> {
    app.sessions.rename(&visitor, &name_of(fields.get("name"))?);
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

/// Returns an address of the viewer itself. `//host` is another server, and browsers drop tabs and ends of lines.
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
        let elsewhere = "//evil.example|https://evil.example|/\\evil.example||/a\nb|/\t/evil.example";
        for next in elsewhere.split('|') {
            assert_eq!(local(Some(next)), "/", "{next}");
        }
    }

    #[test]
    fn names_are_short_and_of_one_line() {
        assert_eq!(name_of(Some("  Ann ")).ok().as_deref(), Some("Ann"));
        let long = "x".repeat(101);
        for name in [None, Some(" "), Some("a\0b"), Some("a\nb"), Some(&long)] {
            assert!(name_of(name).is_err(), "{name:?}");
        }
    }
}
