//! The address of the database: the driver's settings, and those that the driver leaves to others: TLS, the variables of
//! the environment and the password file. What is not known is refused, so that a connection is never less safe than its
//! settings ask for.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;
use url::form_urlencoded::parse;

use crate::error::Error;
use crate::tls::{self, Settings};

/// Returns the value of a variable of the environment.
pub type Environment<'e> = &'e dyn Fn(&str) -> Option<String>;

/// Settings that the driver does not know, with their variables.
const OWN: [(&str, &str); 5] = [
    ("sslmode", "PGSSLMODE"),
    ("sslrootcert", "PGSSLROOTCERT"),
    ("sslcert", "PGSSLCERT"),
    ("sslkey", "PGSSLKEY"),
    ("passfile", "PGPASSFILE"),
];

/// Variables that lead psql elsewhere, or make it safer, and that are not followed here.
const NOT_FOLLOWED: &str = "PGSERVICE PGHOSTADDR PGOPTIONS PGCHANNELBINDING PGTARGETSESSIONATTRS PGREQUIREAUTH \
    PGREQUIREPEER PGSSLNEGOTIATION PGSSLCRL PGSSLCRLDIR PGSSLMINPROTOCOLVERSION PGGSSENCMODE";

/// The directory of sockets in Debian's PostgreSQL.
const SOCKETS: &str = "/var/run/postgresql";
/// The time after which a lost server is noticed, unless the address sets another.
const GONE: Duration = Duration::from_secs(60);

/// Reads `postgres://user@host/database?sslmode=…` or `host=… sslmode=…`. What it does not say is looked for in the
/// environment.
pub fn read(address: &str, environment: Environment<'_>) -> Result<(Config, MakeRustlsConnect), Error> {
    let variable = |name: &str| environment(name).filter(|value| !value.is_empty());
    if let Some(name) = NOT_FOLLOWED.split(' ').find(|name| variable(name).is_some()) {
        return Err(Error::Usage(format!("goce-viewer does not follow the variable {name}: unset it")));
    }
    let mut own = Settings::new();
    let unreadable = || Error::Usage("the address of the database cannot be read".to_owned());
    let of_driver = split(address, &mut own).ok_or_else(unreadable)?;
    let mut config: Config = of_driver.parse().map_err(Error::Address)?;
    for (name, of_environment) in OWN {
        if let Some(value) = variable(of_environment) {
            own.entry(name).or_insert(value);
        }
    }
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        for host in variable("PGHOST").unwrap_or_else(|| SOCKETS.to_owned()).split(',') {
            config.host(host);
        }
    }
    if config.get_ports().is_empty()
        && let Some(port) = variable("PGPORT")
    {
        config.port(port.parse().map_err(|_| Error::Usage(format!("PGPORT is no port: {port}")))?);
    }
    if config.get_user().is_none()
        && let Some(user) = variable("PGUSER").or_else(|| variable("USER"))
    {
        config.user(user);
    }
    if config.get_dbname().is_none()
        && let Some(name) = variable("PGDATABASE")
    {
        config.dbname(name);
    }
    if config.get_password().is_none() {
        let file = own.get("passfile").map(PathBuf::from);
        let file = file.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".pgpass")));
        let password = variable("PGPASSWORD").or_else(|| of_file(&file?, &config));
        password.map(|password| config.password(password));
    }
    if config.get_application_name().is_none() {
        config.application_name("goce-viewer");
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(10));
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(GONE).keepalives_idle(GONE / 2).keepalives_interval(GONE / 6);
    }
    let (mode, connector) = tls::connector(&own)?;
    // Nobody can read along on a socket in the file system, and PostgreSQL has no TLS there.
    let is_local =
        config.get_hostaddrs().is_empty() && config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)));
    config.ssl_mode(if is_local { SslMode::Disable } else { mode });
    Ok((config, connector))
}

/// Takes the settings out of an address that are not the driver's, and returns the rest.
fn split(address: &str, own: &mut Settings) -> Option<String> {
    let mut take = |name: &str, value: String| {
        let known = OWN.iter().find(|(known, _)| *known == name.trim());
        known.map(|(known, _)| own.insert(known, value)).is_some()
    };
    let mut kept = Vec::new();
    if address.starts_with("postgres://") || address.starts_with("postgresql://") {
        let (base, query) = address.split_once('?').unwrap_or((address, ""));
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            // In these addresses, unlike those of forms, a plus is a plus.
            let pair_as_form = pair.replace('+', "%2B");
            let (name, value) = parse(pair_as_form.as_bytes()).next()?;
            if !take(&name, value.into_owned()) {
                kept.push(pair);
            }
        }
        let mark = if kept.is_empty() { "" } else { "?" };
        return Some(format!("{base}{mark}{}", kept.join("&")));
    }
    let mut left = address.trim_start();
    while !left.is_empty() {
        let (name, after) = left.split_once('=')?;
        let after = after.trim_start();
        let (value, length) = value(after)?;
        if !take(name, value) {
            kept.push(&left[..left.len() - after.len() + length]);
        }
        left = after[length..].trim_start();
    }
    Some(kept.join(" "))
}

/// Reads a value, in quotes or up to a space, with backslashes as escapes. Returns it and its length in the text.
fn value(text: &str) -> Option<(String, usize)> {
    let quoted = text.starts_with('\'');
    let mut value = String::new();
    let mut characters = text.char_indices().skip(usize::from(quoted));
    while let Some((place, character)) = characters.next() {
        match character {
            '\\' => value.push(characters.next()?.1),
            '\'' if quoted => return Some((value, place + 1)),
            _ if !quoted && character.is_whitespace() => return Some((value, place)),
            _ => value.push(character),
        }
    }
    (!quoted).then_some((value, text.len()))
}

/// Returns the password for the first host in a password file. Like psql it ignores a file that others may read.
fn of_file(file: &Path, config: &Config) -> Option<String> {
    let about = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    if about.mode() & 0o077 != 0 {
        eprintln!("goce-viewer: {} is not read, since others may read it: chmod 600 helps", file.display());
        return None;
    }
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        Some(Host::Unix(path)) if path != Path::new(SOCKETS) => path.display().to_string(),
        Some(Host::Unix(_)) => "localhost".to_owned(),
        None => config.get_hostaddrs().first()?.to_string(),
    };
    let port = config.get_ports().first().unwrap_or(&5432).to_string();
    let user = config.get_user().unwrap_or_default();
    let wanted = [&host, &port, config.get_dbname().unwrap_or(user), user];
    let text = std::fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| password(line, wanted))
}

/// Returns the last field of a line `host:port:database:user:password` if each of the others is the wanted one or `*`.
fn password(line: &str, wanted: [&str; 4]) -> Option<String> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match (character, fields.len(), fields.last_mut()) {
            ('\\', _, Some(field)) => field.extend(characters.next()),
            (':', 1..=4, _) => fields.push(String::new()),
            (_, _, Some(field)) => field.push(character),
            (_, _, None) => {}
        }
    }
    let password = fields.get(4)?.clone();
    let fits = wanted.iter().zip(&fields).all(|(wanted, field)| field == "*" || field == wanted);
    (fits && !line.starts_with('#')).then_some(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The driver's settings of an address and of these variables.
    fn found(address: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let read = read(address, &variable).map(|(config, _)| config);
        read.map_err(|error| format!("{error} {}", error.notes().join(" ")))
    }

    #[test]
    fn the_address_comes_before_the_environment() {
        let variables = [
            ("PGHOST", "of.environment"),
            ("PGPORT", "5433"),
            ("PGUSER", "reader"),
            ("PGDATABASE", "books"),
            ("PGPASSWORD", "secret"),
            ("PGSSLMODE", "require"),
        ];
        let config = found("", &variables).expect("settings");
        assert_eq!(config.get_hosts(), [Host::Tcp("of.environment".to_owned())]);
        assert_eq!((config.get_ports(), config.get_user()), (&[5433][..], Some("reader")));
        assert_eq!((config.get_dbname(), config.get_password()), (Some("books"), Some(&b"secret"[..])));
        assert_eq!(config.get_ssl_mode(), SslMode::Require);
        for address in [
            "postgres://me:x%40y+z@h:1/d?sslmode=disable&application_name=mine",
            "host = h port=1 sslmode='disable' user=me dbname=d password='x@y+z' application_name=mine",
        ] {
            let config = found(address, &variables).expect(address);
            assert_eq!(config.get_hosts(), [Host::Tcp("h".to_owned())], "{address}");
            assert_eq!((config.get_ports(), config.get_user()), (&[1][..], Some("me")));
            assert_eq!((config.get_dbname(), config.get_password()), (Some("d"), Some(&b"x@y+z"[..])));
            assert_eq!((config.get_ssl_mode(), config.get_application_name()), (SslMode::Disable, Some("mine")));
        }
        let config = found("dbname=d", &[("USER", "me")]).expect("settings");
        assert_eq!(config.get_hosts(), [Host::Unix(PathBuf::from(SOCKETS))]);
        assert_eq!((config.get_user(), config.get_ssl_mode()), (Some("me"), SslMode::Disable));
        // A password may look like a setting.
        let config = found("host=h user=me password='a sslmode=disable'", &[]).expect("settings");
        assert_eq!(config.get_ssl_mode(), SslMode::Prefer);
    }

    #[test]
    fn what_is_not_understood_is_an_error_and_never_less_safe() {
        for (address, variables, wrong) in [
            ("host=h requirepeer=postgres", &[][..], "requirepeer"),
            ("postgres://h/d?sslcrl=/x", &[], "sslcrl"),
            ("host=h sslmode=allow", &[], "allow"),
            ("host=h sslmode=Require", &[], "Require"),
            ("host=h sslmode=verify-full", &[], "sslrootcert"),
            ("host=h sslmode=require sslrootcert=/x", &[], "verify-full"),
            ("host=h sslmode=verify-full sslrootcert=/nowhere/ca.crt", &[], "/nowhere/ca.crt"),
            ("postgres://h/d?sslmode=verify-full&sslrootcert=/nowhere/a%20b+c", &[], "/nowhere/a b+c"),
            ("host=h sslcert=/nowhere/me.crt", &[], "sslkey"),
            ("host=h", &[("PGSERVICE", "books")], "PGSERVICE"),
            ("host=h", &[("PGSSLMODE", "verify-full")], "sslrootcert"),
            ("host='h", &[], "cannot be read"),
            ("host=h port=x", &[], "port"),
        ] {
            let error = found(address, variables).expect_err(address);
            assert!(error.contains(wrong), "{address}: {error}");
        }
    }

    #[test]
    fn passwords_are_looked_up() {
        let text = "# all\nh:5432:d:me:first\nh:*:*:*:it\\:s \\\\ a:b\n*:5433:books:*:books\nlocalhost:*:*:me:local\n";
        let file = std::env::temp_dir().join(format!("goce-{}-passwords", std::process::id()));
        std::fs::write(&file, text).expect("a file");
        let mode = |mode| {
            let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
            std::fs::set_permissions(&file, mode).expect("a mode");
        };
        let path = file.to_str().expect("text");
        let password = |address: &str| {
            let config = found(address, &[("PGPASSFILE", path), ("USER", "me")]).expect(address);
            config.get_password().map(|password| String::from_utf8_lossy(password).into_owned())
        };
        mode(0o600);
        for (address, expected) in [
            ("host=h dbname=d", Some("first")),
            ("host=h dbname=d user=you", Some("it:s \\ a:b")),
            ("host=g port=5433 dbname=books", Some("books")),
            ("host=g dbname=books", None),
            ("dbname=x", Some("local")),
            ("host=/tmp", None),
            ("host=h dbname=d password=own", Some("own")),
        ] {
            assert_eq!(password(address).as_deref(), expected, "{address}");
        }
        mode(0o640);
        assert_eq!(password("host=h"), None);
        std::fs::remove_file(&file).expect("no file");
    }
}
