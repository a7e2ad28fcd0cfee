//! The token by which a browser is let in, and the cookie that it gets for it.

use axum::extract::Request;
use axum::http::header::{COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;
use url::form_urlencoded::{Serializer, parse};

use crate::error::Error;

/// The secrets of this process.
pub struct Access {
    /// The token of the link.
    token: String,
    /// The name and the value of the cookie that a browser gets for the link. Browsers keep one set of cookies for all
    /// ports of a host, so the name has the port. The value is another each time the viewer is started.
    cookie: [String; 2],
    is_https: bool,
}

impl Access {
    /// Makes the secrets; `token` is one that somebody chose. It is an error if the token is short.
    pub fn new(token: Option<&str>, is_https: bool, port: u16) -> Result<Self, Error> {
        if token.is_some_and(|token| token.chars().count() < 16) {
            return Err(Error::setup("the token is too short", "A token has at least 16 characters."));
        }
        Ok(Self {
            token: token.map_or_else(random, |token| Ok(token.to_owned()))?,
            cookie: [format!("goce_viewer_{port}"), random()?],
            is_https,
        })
    }

    /// Returns the query of the link by which a browser is let in.
    pub fn query(&self) -> String {
        Serializer::new(String::new()).append_pair("token", &self.token).finish()
    }

    /// Whether a request has the cookie.
    pub fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let [name, value] = &self.cookie;
        let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
        let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(known, given)| known == name && is_same(given, value))
    }

    /// Sends a browser that opened the link on, with its cookie, to the address without the token.
    pub fn let_in(&self, request: &Request) -> Option<Response> {
        let (_, token) = parse(request.uri().query()?.as_bytes()).find(|(name, _)| name == "token")?;
        let [name, value] = &self.cookie;
        let secure = if self.is_https { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{secure}");
        let headers = [(LOCATION, "/"), (SET_COOKIE, &*cookie)];
        is_same(&token, &self.token).then(|| (StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Returns 32 random bytes as text.
fn random() -> Result<String, Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::setup(format!("no random numbers: {error}"), "The system has to give some."))?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// Compares two secrets in a time that does not reveal where they differ.
fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_compared_whole() {
        let access = |token| Access::new(token, false, 1);
        assert!(access(Some("too short")).is_err() && access(Some("a token & its = sign")).is_ok());
        let (one, other) = (access(None).expect("secrets"), access(None).expect("secrets"));
        assert!(one.token.len() == 43 && one.token != other.token && one.cookie[1] != other.cookie[1]);
        assert!(is_same("abc", "abc") && !is_same("abc", "abd") && !is_same("abc", "ab") && !is_same("", "a"));
    }
}
