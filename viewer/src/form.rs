//! What browsers send: query strings and forms. Every form carries the token of its session.

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;

use crate::body::{Allowance, bounded};
use crate::error::Error;
use crate::keys::{self, Key};
use crate::session::{Current, same};

/// The longest form that is no upload, in bytes. A page of 2 million nodes has fewer blocks than that.
const LONGEST: usize = 32 << 20;

/// The name of the field with the session's token.
pub const TOKEN: &str = "token";

/// Names and values, in order.
#[derive(Clone, Debug, Default)]
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// Reads `a=b&c=d`.
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

    /// Returns all values of that name.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .filter(move |(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns a whole number.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Error> {
        self.get(name)
            .map(|value| {
                value
                    .parse()
                    .map_err(|_| Error::Request(format!("{name} is not a number that is taken: {value}")))
            })
            .transpose()
    }

    /// Returns the key.
    pub fn key(&self) -> Key {
        keys::of_query(&self.0)
    }
}

/// The query of a request.
pub struct Query(pub Fields);

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        Ok(Self(Fields::read(parts.uri.query().unwrap_or_default().as_bytes())))
    }
}

/// The form of a request, sent by its own session.
pub struct Form(pub Fields);

impl<S: Sync> FromRequest<S> for Form {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let visitor = request.extensions().get::<Current>().cloned().ok_or(Error::Forged)?;
        let allowance = Allowance::new(LONGEST as u64);
        let body = bounded(request.into_body(), allowance.clone());
        let body = to_bytes(body, LONGEST).await.map_err(|error| {
            if allowance.is_used_up() {
                Error::TooLarge(format!("a form may have {} MB", LONGEST >> 20))
            } else {
                Error::Request(format!("the form broke off: {error}"))
            }
        })?;
        let fields = Fields::read(&body);
        if !same(fields.get(TOKEN).unwrap_or_default(), &visitor.token) {
            return Err(Error::Forged);
        }
        Ok(Self(fields))
    }
}

/// Who sends a request.
pub struct By(pub Current);

impl<S: Sync> FromRequestParts<S> for By {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        parts
            .extensions
            .get::<Current>()
            .cloned()
            .map(Self)
            .ok_or(Error::Forged)
    }
}
