//! What browsers send: query strings and forms. Every form carries the token of its session.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::app::App;
use crate::error::Error;
use crate::keys::Key;
use crate::session::{Current, same};

/// The longest form without a file, in bytes. The blocks of a page of 2 million nodes fit.
pub const LONGEST: usize = 32 << 20;
/// The longest form to log in.
pub const LOGIN: usize = 16 << 10;

/// The field with the session's token.
pub const TOKEN: &str = "token";

/// Names and values, in order.
#[derive(Clone, Debug, Default)]
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// Reads a query string: `a=b&c=d`.
    pub fn read(text: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(text).into_owned().collect())
    }

    /// Returns the first value of that name that is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, value)| known == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Error> {
        self.get(name)
            .map(|value| value.parse().map_err(|_| Error::Request(format!("{name} is not a valid number: {value}"))))
            .transpose()
    }

    /// Returns the key of a page: the fields `key` in order.
    pub fn key(&self) -> Key {
        self.all("key").map(str::to_owned).collect()
    }
}

/// A request that is no form: who sends it, and its query.
pub struct Visit {
    pub app: Arc<App>,
    pub visitor: Current,
    pub query: Fields,
}

impl FromRequestParts<Arc<App>> for Visit {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let visitor = parts.extensions.get::<Current>().cloned();
        Ok(Self {
            app: Arc::clone(app),
            visitor: visitor.ok_or(Error::Forged)?,
            query: Fields::read(parts.uri.query().unwrap_or_default().as_bytes()),
        })
    }
}

/// A form, sent by the session that got it.
pub struct Form {
    pub app: Arc<App>,
    pub visitor: Current,
    pub fields: Fields,
}

impl FromRequest<Arc<App>> for Form {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let visitor = request.extensions().get::<Current>().cloned();
        let visitor = visitor.ok_or(Error::Forged)?;
        let body = Bytes::from_request(request, &()).await.map_err(|error| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge("the form is too long".to_owned()),
            _ => Error::Request(format!("the form broke off: {}", error.body_text())),
        })?;
        let fields = Fields::read(&body);
        if !same(fields.get(TOKEN).unwrap_or_default(), &visitor.token) {
            return Err(Error::Forged);
        }
        Ok(Self {
            app: Arc::clone(app),
            visitor,
            fields,
        })
    }
}
