//! Channel binding: the hash of the server's certificate (RFC 5929, `tls-server-end-point`), which binds a password to the
//! TLS connection. Server and client each compute it from the certificate that they see.

use sha2::{Digest, Sha256, Sha384, Sha512};

const SEQUENCE: u8 = 0x30;
const OBJECT: u8 = 0x06;
/// The tag of the first parameter of RSASSA-PSS, which names the hash.
const FIRST: u8 = 0xa0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sha {
    Sha256,
    Sha384,
    Sha512,
}

/// Object identifiers of signatures and of hashes in DER. For signatures by MD5 or SHA-1, RFC 5929 demands SHA-256.
const KNOWN: [(&[u8], Sha); 12] = [
    // RSA: 1.2.840.113549.1.1.
    (b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x04", Sha::Sha256),
    (b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x05", Sha::Sha256),
    (b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b", Sha::Sha256),
    (b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0c", Sha::Sha384),
    (b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0d", Sha::Sha512),
    // ECDSA: 1.2.840.10045.4.
    (b"\x2a\x86\x48\xce\x3d\x04\x01", Sha::Sha256),
    (b"\x2a\x86\x48\xce\x3d\x04\x03\x02", Sha::Sha256),
    (b"\x2a\x86\x48\xce\x3d\x04\x03\x03", Sha::Sha384),
    (b"\x2a\x86\x48\xce\x3d\x04\x03\x04", Sha::Sha512),
    // The hashes themselves: 2.16.840.1.101.3.4.2.
    (b"\x60\x86\x48\x01\x65\x03\x04\x02\x01", Sha::Sha256),
    (b"\x60\x86\x48\x01\x65\x03\x04\x02\x02", Sha::Sha384),
    (b"\x60\x86\x48\x01\x65\x03\x04\x02\x03", Sha::Sha512),
];
/// RSASSA-PSS, 1.2.840.113549.1.1.10.
const PSS: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0a";

/// Returns the hash of a certificate in DER. It is `None` where the signature names no hash, as with Ed25519: the RFC
/// defines none for it.
pub fn end_point(certificate: &[u8]) -> Option<Vec<u8>> {
    Some(match hash_of(certificate)? {
        Sha::Sha256 => Sha256::digest(certificate).to_vec(),
        Sha::Sha384 => Sha384::digest(certificate).to_vec(),
        Sha::Sha512 => Sha512::digest(certificate).to_vec(),
    })
}

/// Reads the hash function of a certificate's signature.
fn hash_of(certificate: &[u8]) -> Option<Sha> {
    let (whole, _) = element(certificate, SEQUENCE)?;
    let (_, after) = element(whole, SEQUENCE)?;
    let (algorithm, _) = element(after, SEQUENCE)?;
    let (name, parameters) = element(algorithm, OBJECT)?;
    if name != PSS {
        return known(name);
    }
    let (parameters, _) = element(parameters, SEQUENCE)?;
    let Some((field, _)) = element(parameters, FIRST) else {
        // The default is SHA-1, for which the RFC demands SHA-256.
        return Some(Sha::Sha256);
    };
    let (hash, _) = element(field, SEQUENCE)?;
    known(element(hash, OBJECT)?.0)
}

fn known(name: &[u8]) -> Option<Sha> {
    KNOWN.iter().find(|(known, _)| *known == name).map(|(_, hash)| *hash)
}

/// Returns the content of a DER element with this tag, and the bytes after it.
fn element(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (first, rest) = der.split_first()?;
    let (length, rest) = rest.split_first()?;
    if *first != tag {
        return None;
    }
    let (length, rest) = match length {
        0..=0x7f => (usize::from(*length), rest),
        0x81..=0x84 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(length - 0x80))?;
            let length = bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
            (length, rest)
        }
        _ => return None,
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn der(tag: u8, content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len()).expect("short").to_be_bytes();
        [&[tag, 0x82][..], &length, content].concat()
    }

    /// An empty certificate, signed by an algorithm with parameters.
    fn signed(algorithm: &[u8], parameters: &[u8]) -> Vec<u8> {
        let to_sign = der(SEQUENCE, &[0; 300]);
        let algorithm = der(SEQUENCE, &[&der(OBJECT, algorithm), parameters].concat());
        der(SEQUENCE, &[to_sign, algorithm, vec![3, 1, 0]].concat())
    }

    #[test]
    fn the_hash_is_that_of_the_signature() {
        let none = &[5, 0][..];
        let pss = |hash: &[u8]| {
            let hash = der(SEQUENCE, &der(OBJECT, hash));
            der(SEQUENCE, &der(FIRST, &hash))
        };
        for (certificate, hash) in [
            (signed(KNOWN[1].0, none), Some(Sha::Sha256)),
            (signed(KNOWN[4].0, none), Some(Sha::Sha512)),
            (signed(KNOWN[7].0, b""), Some(Sha::Sha384)),
            (signed(PSS, &pss(KNOWN[10].0)), Some(Sha::Sha384)),
            (signed(PSS, &der(SEQUENCE, b"")), Some(Sha::Sha256)),
            // Ed25519.
            (signed(b"\x2b\x65\x70", b""), None),
        ] {
            assert_eq!(hash_of(&certificate), hash);
            let length = end_point(&certificate).map(|hash| hash.len());
            let wanted = hash.map(|hash| match hash {
                Sha::Sha256 => 32,
                Sha::Sha384 => 48,
                Sha::Sha512 => 64,
            });
            assert_eq!(length, wanted);
        }
    }

    #[test]
    fn what_is_no_certificate_has_no_hash() {
        let whole = signed(KNOWN[2].0, b"");
        assert!(end_point(&whole).is_some());
        for length in 0..whole.len() {
            assert_eq!(end_point(&whole[..length]), None, "{length}");
        }
        assert_eq!(end_point(b"\x30\x84\xff\xff\xff\xff"), None);
        assert_eq!(end_point(b"\x30\x80"), None);
    }
}
