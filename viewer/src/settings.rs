//! The settings of a connection, found where libpq finds them: in the address, in a service file, in the environment and,
//! for the password, in a password file. A setting that the driver cannot follow is refused, so that a connection is
//! never less safe than its settings ask for.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_postgres::Config;

use crate::connection_string::{self, Settings};
use crate::error::Error;

/// Variables of the environment, and the settings that they set.
const VARIABLES: &str = "PGHOST=host PGHOSTADDR=hostaddr PGPORT=port PGDATABASE=dbname PGUSER=user PGPASSWORD=password \
    PGPASSFILE=passfile PGOPTIONS=options PGAPPNAME=application_name \
    PGCONNECT_TIMEOUT=connect_timeout PGCHANNELBINDING=channel_binding \
    PGTARGETSESSIONATTRS=target_session_attrs PGLOADBALANCEHOSTS=load_balance_hosts \
    PGREQUIREAUTH=require_auth PGREQUIREPEER=requirepeer PGSSLMODE=sslmode \
    PGSSLNEGOTIATION=sslnegotiation PGSSLROOTCERT=sslrootcert PGSSLCERT=sslcert PGSSLKEY=sslkey \
    PGSSLCERTMODE=sslcertmode PGSSLCRL=sslcrl PGSSLCRLDIR=sslcrldir PGSSLSNI=sslsni \
    PGSSLMINPROTOCOLVERSION=ssl_min_protocol_version \
    PGSSLMAXPROTOCOLVERSION=ssl_max_protocol_version PGGSSENCMODE=gssencmode \
    PGMINPROTOCOLVERSION=min_protocol_version PGMAXPROTOCOLVERSION=max_protocol_version";

/// The settings that [`crate::tls`] reads.
const OF_TLS: [&str; 4] = ["sslmode", "sslrootcert", "sslcert", "sslkey"];

/// Settings that change nothing for this viewer, and the values for which this holds; an empty list stands for all values.
/// The driver always uses UTF-8 and never Kerberos or compression.
const IDLE: [(&str, &[&str]); 10] = [
    ("client_encoding", &[]),
    ("krbsrvname", &[]),
    ("gsslib", &[]),
    ("gssdelegation", &[]),
    ("gssencmode", &["disable", "prefer"]),
    ("sslcompression", &[]),
    ("sslsni", &["1"]),
    ("sslcertmode", &["allow"]),
    ("ssl_min_protocol_version", &["TLSv1", "TLSv1.1", "TLSv1.2"]),
    ("min_protocol_version", &["3.0"]),
];

/// The settings that the driver reads, by libpq's names.
const OF_DRIVER: &str = "host hostaddr port dbname user password options application_name connect_timeout \
    channel_binding target_session_attrs load_balance_hosts sslnegotiation tcp_user_timeout \
    keepalives keepalives_idle keepalives_interval keepalives_count keepalives_retries";

/// The directory of sockets in Debian's PostgreSQL.
const SOCKETS: &str = "/var/run/postgresql";
/// The directory of the system's service file in Debian.
const SYSTEM: &str = "/etc/postgresql-common";

/// The time after which a lost server is noticed, unless the settings have another.
const GONE: Duration = Duration::from_secs(60);

/// Returns the value of a variable of the environment.
pub type Environment<'e> = &'e dyn Fn(&str) -> Option<String>;

/// Returns the settings of a connection. Each comes from the address; if it is not there, from the service; if it is not
/// there either, from the environment.
pub fn of(address: &str, environment: Environment<'_>) -> Result<Settings, Error> {
    let mut settings = connection_string::read(address)?;
    let variable = |name: &str| environment(name).filter(|value| !value.is_empty());
    if let Some(service) = settings.remove("service").or_else(|| variable("PGSERVICE")) {
        for (name, value) in of_service(&service, environment)? {
            settings.entry(name).or_insert(value);
        }
    }
    let variables = VARIABLES.split(' ').filter_map(|pair| pair.split_once('='));
    for (variable_name, name) in variables {
        if let Some(value) = variable(variable_name) {
            settings.entry(name.to_owned()).or_insert(value);
        }
    }
    settings.retain(|name, value| {
        !value.is_empty()
            && !IDLE
                .iter()
                .any(|(idle, values)| idle == name && (values.is_empty() || values.contains(&value.as_str())))
    });
    if let Some(fallback) = settings.remove("fallback_application_name") {
        settings.entry("application_name".to_owned()).or_insert(fallback);
    }
    for name in settings.keys() {
        let name = name.as_str();
        if name != "passfile" && !OF_TLS.contains(&name) && !OF_DRIVER.split(' ').any(|known| known == name) {
            return Err(Error::Usage(format!(
                "goce-viewer cannot do what the setting {name} of the database asks for"
            )));
        }
    }
    complete(&mut settings, environment);
    Ok(settings)
}

/// Adds the defaults of settings that nobody gave.
fn complete(settings: &mut Settings, environment: Environment<'_>) {
    let mut add_default = |name: &str, value: String| {
        settings.entry(name.to_owned()).or_insert(value);
    };
    if let Some(user) = environment("USER").or_else(|| environment("LOGNAME")) {
        add_default("user", user);
    }
    add_default("application_name", "goce-viewer".to_owned());
    add_default("connect_timeout", "10".to_owned());
    if !settings.contains_key("host") && !settings.contains_key("hostaddr") {
        settings.insert("host".to_owned(), SOCKETS.to_owned());
    }
    let file = settings.remove("passfile").map(PathBuf::from);
    let file = file.or_else(|| Some(PathBuf::from(environment("HOME")?).join(".pgpass")));
    if !settings.contains_key("password")
        && let Some(password) = file.and_then(|file| of_passwords(&file, settings))
    {
        settings.insert("password".to_owned(), password);
    }
}

/// Returns the driver's settings. Those of TLS are left to [`crate::tls`].
pub fn for_driver(settings: &Settings) -> Result<Config, Error> {
    let mut own = settings.clone();
    own.retain(|name, _| !OF_TLS.contains(&name.as_str()));
    // The driver calls this setting by another name.
    if let Some(count) = own.remove("keepalives_count") {
        own.insert("keepalives_retries".to_owned(), count);
    }
    let mut config: Config = connection_string::written(&own).parse().map_err(Error::Address)?;
    if !own.contains_key("tcp_user_timeout") {
        config.tcp_user_timeout(GONE);
    }
    if !own.contains_key("keepalives_idle") {
        config.keepalives_idle(GONE / 2);
    }
    if !own.contains_key("keepalives_interval") {
        config.keepalives_interval(GONE / 6);
    }
    Ok(config)
}

/// Returns the settings of a service in the user's file, or else in the system's.
fn of_service(service: &str, environment: Environment<'_>) -> Result<Settings, Error> {
    let own = environment("PGSERVICEFILE")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(environment("HOME")?).join(".pg_service.conf")));
    let system = environment("PGSYSCONFDIR").unwrap_or_else(|| SYSTEM.to_owned());
    let files = own.into_iter().chain([PathBuf::from(system).join("pg_service.conf")]);
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        if let Some(settings) = section(&text, service) {
            return settings.ok_or_else(|| {
                Error::Usage(format!("the service {service} in {} has a line that is no setting", file.display()))
            });
        }
    }
    Err(Error::Usage(format!(
        "there is no service {service} in ~/.pg_service.conf, PGSERVICEFILE or the system's pg_service.conf"
    )))
}

/// Returns the settings under `[service]`; `None` without this section, `Some(None)` if one of its lines is no setting.
fn section(text: &str, service: &str) -> Option<Option<Settings>> {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) == Some(service))?;
    let mut settings = Settings::new();
    for line in lines.take_while(|line| !line.starts_with('[')) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((name, value)) = line.split_once('=').filter(|(name, _)| *name != "service") else {
            return Some(None);
        };
        // The first value of a name counts.
        settings.entry(name.trim().to_owned()).or_insert_with(|| value.trim().to_owned());
    }
    Some(Some(settings))
}

/// Returns the password for a server in a password file. Like libpq it ignores a file that others may read.
fn of_passwords(file: &Path, settings: &Settings) -> Option<String> {
    let about = std::fs::metadata(file).ok()?;
    if !about.is_file() {
        return None;
    }
    if about.mode() & 0o077 != 0 {
        eprintln!("goce-viewer: {} is not read, since others may read it: chmod 600 helps", file.display());
        return None;
    }
    let text = std::fs::read_to_string(file).ok()?;
    let given = |name: &str| settings.get(name).cloned().unwrap_or_default();
    let first = |list: String| list.split(',').next().unwrap_or_default().to_owned();
    let or = |value: String, other: &str| match value.as_str() {
        "" => other.to_owned(),
        _ => value,
    };
    let host = match or(first(given("host")), &first(given("hostaddr"))) {
        host if host == SOCKETS => "localhost".to_owned(),
        host => host,
    };
    let user = given("user");
    let wanted = [host, or(first(given("port")), "5432"), or(given("dbname"), &user), user];
    text.lines().find_map(|line| password(line, &wanted))
}

/// Returns the last field of a line `host:port:database:user:password` if each of the others is the wanted one or `*`.
fn password(line: &str, wanted: &[String; 4]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let mut fields = vec![String::new()];
    let mut characters = line.trim_end_matches(['\r', '\n']).chars();
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
    fits.then_some(password)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::os::unix::fs::PermissionsExt;

    use tokio_postgres::config::{ChannelBinding, Host, TargetSessionAttrs};

    use super::*;

    /// The settings of an address and of these variables.
    fn found(address: &str, variables: &[(&str, &str)]) -> Result<Settings, String> {
        let variables: HashMap<&str, &str> = variables.iter().copied().collect();
        of(address, &|name| variables.get(name).map(|value| (*value).to_owned())).map_err(|error| error.to_string())
    }

    fn driver(address: &str, variables: &[(&str, &str)]) -> Config {
        let settings = found(address, variables).expect(address);
        for_driver(&settings).expect(address)
    }

    /// A file that is deleted when this is dropped.
    struct File(PathBuf);

    impl File {
        fn new(name: &str, text: &str, mode: u32) -> Self {
            let path = std::env::temp_dir().join(format!("goce-{}-{name}", std::process::id()));
            std::fs::write(&path, text).expect("a file");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
            Self(path)
        }

        fn path(&self) -> &str {
            self.0.to_str().expect("text")
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn the_address_comes_before_the_service_before_the_environment() {
        let services = File::new(
            "services",
            "# ours\n[other]\nhost=x\n[books]\nhost=of.service\nport = 5555\nuser=librarian\n# more\ndbname=books\n",
            0o644,
        );
        let variables = [
            ("PGSERVICEFILE", services.path()),
            ("PGSERVICE", "books"),
            ("PGUSER", "reader"),
            ("PGHOST", "of.environment"),
            ("PGOPTIONS", "-c work_mem=8MB"),
            ("PGPASSWORD", "secret"),
            ("PGCHANNELBINDING", "require"),
            ("PGTARGETSESSIONATTRS", "read-write"),
            ("PGCONNECT_TIMEOUT", "3"),
        ];
        let config = driver("host=of.address", &variables);
        assert_eq!(config.get_hosts(), [Host::Tcp("of.address".to_owned())]);
        assert_eq!(config.get_ports(), [5555]);
        assert_eq!((config.get_user(), config.get_dbname()), (Some("librarian"), Some("books")));
        assert_eq!(config.get_options(), Some("-c work_mem=8MB"));
        assert_eq!(config.get_password(), Some(&b"secret"[..]));
        assert_eq!(config.get_channel_binding(), ChannelBinding::Require);
        assert_eq!(config.get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
        assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(3)));
        let error = found("service=lost", &variables).expect_err("no service");
        assert!(error.contains("no service lost"), "{error}");
        let broken = File::new("broken", "[x]\nhost\n", 0o644);
        let error = found("service=x", &[("PGSERVICEFILE", broken.path())]).expect_err("no line");
        assert!(error.contains("no setting"), "{error}");
    }

    #[test]
    fn what_nobody_says_has_a_default() {
        let config = driver("dbname=d", &[("USER", "me")]);
        assert_eq!(config.get_hosts(), [Host::Unix(PathBuf::from(SOCKETS))]);
        assert_eq!(config.get_user(), Some("me"));
        assert_eq!(config.get_application_name(), Some("goce-viewer"));
        assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(10)));
        assert_eq!(config.get_tcp_user_timeout(), Some(&GONE));
        assert_eq!(config.get_channel_binding(), ChannelBinding::Prefer);
        let config = driver(
            "application_name=mine tcp_user_timeout=5 keepalives_count=7 channel_binding=disable",
            &[("PGPORT", "5433"), ("PGAPPNAME", "theirs")],
        );
        assert_eq!(config.get_application_name(), Some("mine"));
        assert_eq!(config.get_keepalives_retries(), Some(7));
        assert_ne!(config.get_tcp_user_timeout(), Some(&GONE));
        assert_eq!(config.get_channel_binding(), ChannelBinding::Disable);
        assert_eq!(config.get_ports(), [5433]);
        // PGPORT sets the port of an address without one.
        let config = driver("postgres://h/d", &[("PGPORT", "5433")]);
        assert_eq!(config.get_ports(), [5433]);
    }

    #[test]
    fn what_cannot_be_done_is_refused_and_what_changes_nothing_is_not() {
        for (address, variables) in [
            ("host=h requirepeer=postgres", &[][..]),
            ("host=h sslcrl=/x", &[]),
            ("host=h require_auth=scram-sha-256", &[]),
            ("host=h gssencmode=require", &[]),
            ("host=h ssl_min_protocol_version=TLSv1.3", &[]),
            ("host=h sslpassword=x", &[]),
            ("host=h replication=database", &[]),
            ("host=h shared_buffers=1", &[]),
            ("host=h", &[("PGREQUIREPEER", "postgres")]),
            ("host=h", &[("PGGSSENCMODE", "require")]),
        ] {
            let error = found(address, variables).expect_err(address);
            assert!(error.contains("cannot do"), "{address}: {error}");
        }
        let idle = "host=h client_encoding=UTF8 gssencmode=prefer sslcompression=0 sslsni=1 krbsrvname=x \
                    ssl_min_protocol_version=TLSv1.2 fallback_application_name=mine";
        let config = driver(idle, &[("PGCLIENTENCODING", "LATIN1")]);
        assert_eq!(config.get_application_name(), Some("mine"));
        for address in [
            "host=h channel_binding=always",
            "host=h target_session_attrs=primary",
            "host=h port=x",
        ] {
            let settings = found(address, &[]).expect(address);
            assert!(for_driver(&settings).is_err(), "{address}");
        }
    }

    #[test]
    fn passwords_are_looked_up() {
        let text = "# all\nh:5432:d:me:first\nh:*:*:*:it\\:s \\\\ a:b\n*:5433:books:*:books\nlocalhost:*:*:me:local\n";
        let file = File::new("passwords", text, 0o600);
        let password = |address: &str| {
            let settings = found(address, &[("PGPASSFILE", file.path()), ("USER", "me")]);
            settings.expect(address).remove("password")
        };
        for (address, expected) in [
            ("host=h dbname=d", Some("first")),
            ("host=h dbname=d user=you", Some("it:s \\ a:b")),
            ("host=h", Some("it:s \\ a:b")),
            ("host=g port=5433 dbname=books", Some("books")),
            ("host=g dbname=books", None),
            ("dbname=x", Some("local")),
            ("host=/var/run/postgresql", Some("local")),
            ("host=/tmp", None),
            ("host=h dbname=d password=own", Some("own")),
        ] {
            assert_eq!(password(address).as_deref(), expected, "{address}");
        }
        let open = File::new("open", text, 0o640);
        let settings = found("host=h", &[("PGPASSFILE", open.path()), ("USER", "me")]);
        assert_eq!(settings.expect("settings").get("password"), None);
    }
}
