//! TLS for the connections to the database, by the settings `sslmode`, `sslrootcert`, `sslcert` and `sslkey`.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::{self, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};

use crate::error::Error;

/// Settings by their names.
pub type Settings = BTreeMap<&'static str, String>;

/// Returns the driver's mode, and what makes TLS. The certificate is checked with `verify-full`, and with nothing less.
pub fn connector(settings: &Settings) -> Result<(SslMode, MakeRustlsConnect), Error> {
    let given = |name: &str| settings.get(name).map(String::as_str);
    let (mode, roots) = match (given("sslmode").unwrap_or("prefer"), given("sslrootcert")) {
        ("verify-full", Some(roots)) => (SslMode::Require, Some(trusted(roots)?)),
        ("verify-full", None) => {
            return Err(Error::Usage(
                "sslmode=verify-full needs sslrootcert=FILE with the certificates to trust, or sslrootcert=system"
                    .to_owned(),
            ));
        }
        ("disable", _) => (SslMode::Disable, None),
        ("prefer", None) => (SslMode::Prefer, None),
        ("require", None) => (SslMode::Require, None),
        ("prefer" | "require", Some(_)) => {
            return Err(Error::Usage(
                "sslrootcert takes sslmode=verify-full: only that checks certificates".to_owned(),
            ));
        }
        (mode, _) => {
            return Err(Error::Usage(format!("sslmode takes disable, prefer, require or verify-full: {mode}")));
        }
    };
    let refused = |error: rustls::Error| Error::Usage(format!("TLS cannot be set up: {error}"));
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let builder = builder.with_safe_default_protocol_versions().map_err(refused)?;
    let builder = match roots {
        Some(roots) => builder.with_root_certificates(roots),
        None => builder.dangerous().with_custom_certificate_verifier(Arc::new(Any(provider))),
    };
    let mut config = match (given("sslcert"), given("sslkey")) {
        (Some(certificate), Some(file)) => {
            let key = PrivateKeyDer::from_pem_file(file).map_err(|error| unreadable("sslkey", file, &error))?;
            builder.with_client_auth_cert(certificates("sslcert", certificate)?, key).map_err(refused)?
        }
        (None, None) => builder.with_no_client_auth(),
        _ => return Err(Error::Usage("sslcert and sslkey belong together".to_owned())),
    };
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok((mode, MakeRustlsConnect::new(config)))
}

fn trusted(roots: &str) -> Result<RootCertStore, Error> {
    let found = match roots {
        "system" => rustls_native_certs::load_native_certs().certs,
        file => certificates("sslrootcert", file)?,
    };
    let mut store = RootCertStore::empty();
    match store.add_parsable_certificates(found) {
        (0, _) => Err(Error::Usage(format!("sslrootcert={roots} has no certificate that can be read"))),
        _ => Ok(store),
    }
}

fn certificates(name: &str, file: &str) -> Result<Vec<CertificateDer<'static>>, Error> {
    CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect)
        .map_err(|error| unreadable(name, file, &error))
}

fn unreadable(name: &str, file: &str, error: &dyn std::fmt::Display) -> Error {
    Error::Usage(format!("{name}={file} cannot be read: {error}"))
}

/// Takes any certificate, and checks only that the server has its key.
#[derive(Debug)]
struct Any(Arc<CryptoProvider>);

impl ServerCertVerifier for Any {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
