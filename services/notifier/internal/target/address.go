package target

import "net/netip"

// public reports whether an address belongs to the public internet, by IANA's special-purpose address
// registries (RFC 6890) and some neighboring ranges. Of IPv6 it allows only global unicast; that excludes
// unique local, link-local, multicast and IPv4-mapped addresses.
func public(addr netip.Addr) bool {
	networks := special4()
	if addr.Is6() {
		if !netip.MustParsePrefix("2000::/3").Contains(addr) {
			return false
		}
		networks = special6()
	}
	for _, network := range networks {
		if netip.MustParsePrefix(network).Contains(addr) {
			return false
		}
	}
	return true
}

func special4() []string {
	return []string{
		"0.0.0.0/8",        // this network
		"10.0.0.0/8",       // private
		"100.64.0.0/10",    // shared by carriers
		"127.0.0.0/8",      // loopback
		"168.63.129.16/32", // platform services of a cloud, in public clothes
		"169.254.0.0/16",   // link-local, metadata of clouds
		"172.16.0.0/12",    // private
		"192.0.0.0/24",     // protocol assignments
		"192.0.2.0/24",     // documentation
		"192.31.196.0/24",  // AS112
		"192.52.193.0/24",  // AMT
		"192.88.99.0/24",   // 6to4 relays
		"192.168.0.0/16",   // private
		"192.175.48.0/24",  // AS112
		"198.18.0.0/15",    // benchmarks
		"198.51.100.0/24",  // documentation
		"203.0.113.0/24",   // documentation
		"224.0.0.0/4",      // multicast
		"240.0.0.0/4",      // reserved, broadcast
	}
}

func special6() []string {
	return []string{
		"2001::/23",         // protocol assignments: Teredo, ORCHID, benchmarks
		"2001:db8::/32",     // documentation
		"2002::/16",         // 6to4: an IPv4 address within
		"2620:4f:8000::/48", // AS112
		"3fff::/20",         // documentation
	}
}
