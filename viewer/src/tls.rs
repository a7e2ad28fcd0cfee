//! TLS for the connections to the database, by the settings `sslmode`, `sslrootcert`, `sslcert` and `sslkey`. They mean
//! what they mean to libpq.

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_postgres::{CancelToken, Config};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    self, CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};

use crate::connection_string::Settings;
use crate::error::Error;
use crate::settings::Environment;

mod binding;

/// The files in which systems keep the certificates that they trust.
const SYSTEM: [&str; 3] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
];

/// The configuration of TLS.
#[derive(Clone)]
pub struct Tls {
    config: Arc<ClientConfig>,
}

/// What the server's certificate must fulfil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// Nothing: an attacker between the ends can read along.
    Any,
    /// A trusted authority has signed it.
    Signed,
    /// A trusted authority has signed it, and it is that of the host.
    SignedForHost,
}

impl Tls {
    /// Reads the settings of TLS, and sets the driver's mode. Files that the settings do not name are looked for in
    /// `~/.postgresql`.
    pub fn read(settings: &Settings, config: &mut Config, environment: Environment<'_>) -> Result<Self, Error> {
        let given = |name: &str| settings.get(name).cloned();
        let home = |file: &str| {
            let path = PathBuf::from(environment("HOME")?).join(".postgresql").join(file);
            path.exists().then(|| path.display().to_string())
        };
        let mode = given("sslmode").unwrap_or_else(|| "prefer".to_owned());
        let roots = given("sslrootcert");
        let is_system = roots.as_deref() == Some("system");
        let roots = roots.or_else(|| home("root.crt"));
        let (mode, trust) = match (mode.as_str(), &roots) {
            ("disable", _) => (SslMode::Disable, Trust::Any),
            ("prefer", _) => (SslMode::Prefer, Trust::Any),
            ("require", None) => (SslMode::Require, Trust::Any),
            // Like libpq: whoever names the authorities wants the certificate checked.
            ("require" | "verify-ca", Some(_)) if !is_system => (SslMode::Require, Trust::Signed),
            ("verify-full", Some(_)) => (SslMode::Require, Trust::SignedForHost),
            ("require" | "verify-ca", Some(_)) => {
                return Err(Error::Usage(
                    "sslrootcert=system takes sslmode=verify-full: anybody can get a certificate for another name"
                        .to_owned(),
                ));
            }
            ("verify-ca" | "verify-full", None) => {
                return Err(Error::Usage(format!(
                    "sslmode={mode} needs sslrootcert=FILE with the certificates to trust, or sslrootcert=system"
                )));
            }
            _ => {
                return Err(Error::Usage(format!(
                    "sslmode takes disable, prefer, require, verify-ca or verify-full: {mode}"
                )));
            }
        };
        // Nobody can read along on a socket in the file system, and PostgreSQL has no TLS there.
        let is_local =
            config.get_hostaddrs().is_empty() && config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)));
        config.ssl_mode(if is_local { SslMode::Disable } else { mode });
        let own = match (given("sslcert"), given("sslkey")) {
            (Some(certificate), Some(key)) => Some((certificate, key)),
            (None, None) => home("postgresql.crt").zip(home("postgresql.key")),
            _ => {
                return Err(Error::Usage("sslcert and sslkey belong together".to_owned()));
            }
        };
        let config = client(trust, roots.as_deref(), own)?;
        Ok(Self {
            config: Arc::new(config),
        })
    }
}

fn client(trust: Trust, roots: Option<&str>, own: Option<(String, String)>) -> Result<ClientConfig, Error> {
    let provider = Arc::new(ring::default_provider());
    let refused = |error: rustls::Error| Error::Usage(format!("TLS cannot be set up: {error}"));
    let chain = match roots {
        Some(roots) if trust != Trust::Any => Some(
            WebPkiServerVerifier::builder_with_provider(Arc::new(trusted(roots)?), Arc::clone(&provider))
                .build()
                .map_err(|error| Error::Usage(format!("sslrootcert={roots} cannot be used: {error}")))?,
        ),
        _ => None,
    };
    let verifier = Verifier {
        chain,
        of_host: trust == Trust::SignedForHost,
        provider: Arc::clone(&provider),
    };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(refused)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier));
    let mut config = match own {
        Some((certificate, key)) => {
            let key = PrivateKeyDer::from_pem_file(&key).map_err(|error| unreadable("sslkey", &key, &error))?;
            builder.with_client_auth_cert(certificates("sslcert", &certificate)?, key).map_err(refused)?
        }
        None => builder.with_no_client_auth(),
    };
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok(config)
}

fn trusted(roots: &str) -> Result<RootCertStore, Error> {
    let file = if roots == "system" {
        let file = SYSTEM.iter().find(|file| Path::new(file).exists());
        *file.ok_or_else(|| {
            Error::Usage("no certificates of this system were found: name a file by sslrootcert=".to_owned())
        })?
    } else {
        roots
    };
    let mut store = RootCertStore::empty();
    let (taken, _) = store.add_parsable_certificates(certificates("sslrootcert", file)?);
    if taken == 0 {
        return Err(Error::Usage(format!("sslrootcert={file} has no certificate that can be read")));
    }
    Ok(store)
}

fn certificates(name: &str, file: &str) -> Result<Vec<CertificateDer<'static>>, Error> {
    CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect)
        .map_err(|error| unreadable(name, file, &error))
}

fn unreadable(name: &str, file: &str, error: &dyn std::fmt::Display) -> Error {
    Error::Usage(format!("{name}={file} cannot be read: {error}"))
}

/// Checks the server's certificate as far as the settings ask. It always checks that the server has the key.
#[derive(Debug)]
struct Verifier {
    chain: Option<Arc<WebPkiServerVerifier>>,
    of_host: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(chain) = &self.chain else {
            return Ok(ServerCertVerified::assertion());
        };
        match chain.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now) {
            // The name is checked last, so everything else is right.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.of_host => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Cancels the statement that runs on a connection.
#[derive(Clone)]
pub struct Cancel {
    token: CancelToken,
    tls: Tls,
}

impl Cancel {
    pub fn new(token: CancelToken, tls: &Tls) -> Self {
        Self {
            token,
            tls: tls.clone(),
        }
    }

    /// Cancels it. Where the server cannot be reached, the statement ends with its connection or by `statement_timeout`.
    pub async fn send(&self) {
        let _ = self.token.cancel_query(self.tls.clone()).await;
    }
}

/// TLS to one host.
pub struct ToHost {
    connector: TlsConnector,
    host: ServerName<'static>,
}

impl<S> MakeTlsConnect<S> for Tls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Stream<S>;
    type TlsConnect = ToHost;
    type Error = rustls::pki_types::InvalidDnsNameError;

    fn make_tls_connect(&mut self, domain: &str) -> Result<ToHost, Self::Error> {
        // A socket in the file system has no name, and no TLS is used.
        let host = if domain.is_empty() { "localhost" } else { domain };
        Ok(ToHost {
            connector: TlsConnector::from(Arc::clone(&self.config)),
            host: ServerName::try_from(host)?.to_owned(),
        })
    }
}

impl<S> TlsConnect<S> for ToHost
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Stream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move { self.connector.connect(self.host, stream).await.map(|stream| Stream(Box::new(stream))) })
    }
}

pub struct Stream<S>(Box<tokio_rustls::client::TlsStream<S>>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Stream<S> {
    /// Binds the password to this TLS connection, so that an attacker between the ends cannot use it on another.
    fn channel_binding(&self) -> ChannelBinding {
        let (_, connection) = self.0.get_ref();
        let certificate = connection.peer_certificates().and_then(<[_]>::first);
        certificate
            .and_then(|certificate| binding::end_point(certificate))
            .map_or_else(ChannelBinding::none, ChannelBinding::tls_server_end_point)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Stream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings;

    fn mode_of(address: &str, variables: &[(&str, &str)]) -> Result<SslMode, String> {
        let environment = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let settings = settings::of(address, &environment).expect("settings");
        let mut config = settings::for_driver(&settings).expect("settings");
        Tls::read(&settings, &mut config, &environment)
            .map(|_| config.get_ssl_mode())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_mode_is_that_of_the_address_then_that_of_the_environment() {
        let at = |mode: &str| format!("postgres://me@db.example/x{mode}");
        let variable = [("PGSSLMODE", "require")];
        assert_eq!(mode_of(&at(""), &[]), Ok(SslMode::Prefer));
        assert_eq!(mode_of(&at(""), &variable), Ok(SslMode::Require));
        assert_eq!(mode_of(&at("?sslmode=disable"), &variable), Ok(SslMode::Disable));
        assert_eq!(mode_of("host=db.example sslmode=require", &[]), Ok(SslMode::Require));
        assert_eq!(mode_of("host=/tmp user=x sslmode=require", &[]), Ok(SslMode::Disable));
    }

    #[test]
    fn what_is_not_understood_is_an_error_and_never_less_safe() {
        for (address, wrong) in [
            ("host=db sslmode=verify-full", "sslrootcert"),
            ("host=db sslmode=verify-ca", "sslrootcert"),
            ("host=db sslmode=allow", "allow"),
            ("host=db sslmode=Require", "Require"),
            ("host=db sslmode=require sslrootcert=system", "verify-full"),
            ("host=db sslmode=verify-full sslrootcert=/nowhere/ca.crt", "/nowhere/ca.crt"),
            ("host=db sslcert=/nowhere/me.crt", "sslkey"),
        ] {
            let error = mode_of(address, &[]).expect_err(address);
            assert!(error.contains(wrong), "{address}: {error}");
        }
    }
}
