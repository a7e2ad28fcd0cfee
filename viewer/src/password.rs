//! The password of a viewer that other machines can reach. The viewer knows only its hash: argon2id, in the PHC format.

use std::io::BufRead;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::error::Error;

/// Reads a line and prints its hash.
pub fn print_hash(mut input: impl BufRead) -> Result<(), Error> {
    let mut password = String::new();
    input.read_line(&mut password).map_err(Error::Start)?;
    println!("{}", hash(password.trim_end_matches(['\r', '\n']))?);
    Ok(())
}

/// Returns the hash of a password of at least 10 characters, with a new salt.
pub fn hash(password: &str) -> Result<String, Error> {
    if password.chars().count() < 10 {
        return Err(Error::Usage("a password has at least 10 characters".to_owned()));
    }
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|error| Error::Usage(format!("no random numbers: {error}")))?;
    let hashed = SaltString::encode_b64(&salt)
        .and_then(|salt| Ok(Argon2::default().hash_password(password.as_bytes(), &salt)?.to_string()));
    hashed.map_err(|error| Error::Usage(format!("cannot hash: {error}")))
}

/// Whether a password has this hash. The answer takes a processor about 50 ms.
pub(crate) fn verify(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// Returns the viewer's seal. Only who knows the hash can make it, and it is invalid once the password changes.
pub(crate) fn seal(hash: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(format!("goce-viewer seal {hash}")))
}

/// Refuses a text that is no hash. It is called at the start, so that nobody learns of the mistake when logging in.
pub(crate) fn check(hash: &str) -> Result<(), Error> {
    PasswordHash::new(hash)
        .map(drop)
        .map_err(|_| Error::Usage("--password-hash takes what goce-viewer hash-password prints".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_knows_its_password() {
        let first = hash("correct horse battery").expect("hash");
        assert!(first.starts_with("$argon2id$") && first != hash("correct horse battery").expect("hash"));
        assert!(verify("correct horse battery", &first) && !verify("correct horse batterx", &first));
        assert!(check(&first).is_ok() && check("correct horse battery").is_err() && hash("short").is_err());
    }
}
