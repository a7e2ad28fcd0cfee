//! Whose site a host is: the domain that somebody registered, by the Public Suffix List.

use std::net::Ipv4Addr;

/// Returns the host of an address, with its port; `None` for an address without one.
pub fn host(address: &str) -> Option<&str> {
    address.split_once("//")?.1.split(['/', '?', '#']).next()
}

/// Returns a host, or an address that begins with one, without `www.`.
pub fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// Returns the part of a host that somebody registered: `example.co.uk` of `www.example.co.uk`, `ann.github.io` of
/// itself. The whole host where nobody registered a part of it: an IP address, `localhost`, `co.uk`. Case is kept.
///
/// The list is that of the crate `psl` when goce was built. Names beyond ASCII are found as they stand in it, in
/// Unicode or in Punycode.
pub fn registered_domain(host: &str) -> &str {
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.parse::<Ipv4Addr>().is_ok() {
        return host;
    }
    let lower = host.to_ascii_lowercase();
    let length = psl::domain_str(&lower).map_or(host.len(), str::len);
    &host[host.len() - length..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    #[test]
    fn suffixes_of_several_names_are_no_site() {
        for [host, expected] in cases(
            "
            example.org => example.org
            www.News.Example.org => Example.org
            WWW.EXAMPLE.CO.UK => EXAMPLE.CO.UK
            a.example.com.au. => example.com.au
            ann.github.io => ann.github.io
            www.ann.blogspot.com => ann.blogspot.com
            b.a.example => a.example
            www.xn--bcher-kva.example.xn--p1ai => example.xn--p1ai
            co.uk => co.uk
            localhost => localhost
            192.0.2.1 => 192.0.2.1
             => ",
        ) {
            assert_eq!(registered_domain(host), expected, "{host}");
        }
    }
}
