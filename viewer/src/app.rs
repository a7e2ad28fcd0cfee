//! What the handlers of requests share, and what they read of a request.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{Method, StatusCode};

use crate::access::Access;
use crate::fields::Fields;
use crate::jobs::Jobs;
use crate::listing::Counts;
use crate::prelude::*;

/// What the handlers of requests share.
pub struct App {
    pub store: Arc<Store>,
    pub access: Access,
    pub jobs: Jobs,
    pub counts: Counts,
}

/// A request: the fields of its query, or of the form that it sends.
pub struct Visit {
    pub app: Arc<App>,
    pub fields: Fields,
}

impl FromRequest<Arc<App>> for Visit {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let query = Bytes::from(request.uri().query().unwrap_or_default().to_owned());
        let sent = if matches!(*request.method(), Method::GET | Method::HEAD) {
            query
        } else {
            Bytes::from_request(request, &()).await.map_err(|error| match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge("the form is too long".to_owned()),
                _ => Error::Request(format!("the form broke off: {}", error.body_text())),
            })?
        };
        Ok(Self {
            app: Arc::clone(app),
            fields: Fields::read(&sent),
        })
    }
}
