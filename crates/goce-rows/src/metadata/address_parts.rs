//! Parts of addresses: paths, which may hold days, and hosts, which may name sites.

use goce_core::texts::site::without_www;
use url::Url;

use super::values::key;

/// Returns the path of an address.
pub fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let start = rest.find('/').unwrap_or(rest.len());
    let end = rest.find(['?', '#']).unwrap_or(rest.len()).max(start);
    &rest[start..end]
}

/// Returns the names of a site by its host, as titles may have them: "example org" and "example" for "www.example.org".
pub fn host_names(url: &str) -> Option<Vec<String>> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str()?;
    let host = without_www(host);
    let mut names = vec![key(host)];
    let labels: Vec<&str> = host.split('.').collect();
    if let [.., name, _] = labels.as_slice() {
        names.push(key(name));
    }
    if let [name, _, _] = labels.as_slice() {
        names.push(key(name));
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_hosts() {
        assert_eq!(path("https://example.org/a/b?c#d"), "/a/b");
        assert_eq!(path("https://example.org?x=/2021"), "");
        assert_eq!(host_names("https://www.example.org/").unwrap(), ["example org", "example"]);
        assert_eq!(host_names("nowhere"), None);
    }
}
