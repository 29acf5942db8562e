// Package target decides which addresses people may register for webhooks, and to which ones a connection
// may be made. The second check protects, because names may resolve to other addresses at any time.
package target

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Policy is the set of allowed addresses.
type Policy struct {
	// Ports that receivers may have.
	Ports []PortRange
	// Allowed networks may be reached although they are not public.
	Allowed []netip.Prefix
}

// PortRange is all ports from First to Last.
type PortRange struct{ First, Last uint16 }

// ParsePorts reads ports and ranges: "443", "8000-8999".
func ParsePorts(texts []string) ([]PortRange, error) {
	var ranges []PortRange
	for _, text := range texts {
		low, high, isRange := strings.Cut(text, "-")
		if !isRange {
			high = low
		}
		first, errFirst := strconv.ParseUint(low, 10, 16)
		last, errLast := strconv.ParseUint(high, 10, 16)
		if err := errors.Join(errFirst, errLast); err != nil || first == 0 || last < first {
			return nil, fmt.Errorf("%q is no port like 443 and no range like 8000-8999", text)
		}
		ranges = append(ranges, PortRange{uint16(first), uint16(last)})
	}
	if len(ranges) == 0 {
		return nil, errors.New("no port")
	}
	return ranges, nil
}

// ParseNetworks reads networks ("10.0.0.0/8"); a single address is a network.
func ParseNetworks(texts []string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, text := range texts {
		network, err := netip.ParsePrefix(text)
		if addr, bare := netip.ParseAddr(text); bare == nil && addr.Zone() == "" {
			network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q is no network like 10.0.0.0/8", text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// ErrRefused is returned for a connection to an address or port that the policy does not allow. It has no
// details, because its text may reach the subscriber.
var ErrRefused = errors.New("the address is not allowed for webhooks")

// Control refuses sockets that the policy does not allow. It is for net.Dialer.Control: address is the
// resolved address of the connection.
func (p Policy) Control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !p.allowsPort(to.Port()) || !p.Allows(to.Addr()) {
		return ErrRefused
	}
	return nil
}

// Allows reports whether a receiver may have the address: it is public, or in an allowed network.
func (p Policy) Allows(addr netip.Addr) bool {
	addr = addr.Unmap()
	if !addr.IsValid() || addr.Zone() != "" {
		return false
	}
	for _, network := range p.Allowed {
		if network.Contains(addr) {
			return true
		}
	}
	return public(addr)
}

func (p Policy) allowsPort(port uint16) bool {
	for _, r := range p.Ports {
		if port >= r.First && port <= r.Last {
			return true
		}
	}
	return false
}

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

// Resolver resolves names, such as *net.Resolver.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// lookupTimeout bounds the name lookup of a registration.
const lookupTimeout = 3 * time.Second

// Check rejects an undeliverable receiver address, so that people learn it at once. It accepts unresolvable
// names, because the receiver may appear later.
func (p Policy) Check(ctx context.Context, r Resolver, address string) error {
	u, err := p.Parse(address)
	if err != nil {
		return refusal(err)
	}
	if addr, err := netip.ParseAddr(u.Hostname()); err == nil {
		if !p.Allows(addr) {
			return refusal(ErrRefused)
		}
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	addrs, _ := r.LookupNetIP(ctx, "ip", u.Hostname())
	for _, addr := range addrs {
		if !p.Allows(addr) {
			return refusal(ErrRefused)
		}
	}
	return nil
}

func refusal(cause error) error {
	return apierror.Wrap(cause, contract.CodeInvalidRequest,
		"The member \"url\" must be an https address that is reachable from the internet: %s.", cause)
}

// Parse reads the address of a receiver and checks it without a lookup.
func (p Policy) Parse(address string) (*url.URL, error) {
	if len(address) > contract.MaxWebhookURL {
		return nil, errors.New("it is too long")
	}
	if strings.ContainsFunc(address, func(r rune) bool {
		return r <= ' ' || r > '~' || r == '\\' || unicode.IsControl(r)
	}) {
		return nil, errors.New("it holds a character that addresses do not have")
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Opaque != "" || u.Hostname() == "":
		return nil, errors.New("it is no address")
	case u.Scheme != "https":
		return nil, errors.New("the scheme is not https")
	case u.User != nil:
		return nil, errors.New("it holds a user name or password")
	case u.Fragment != "" || strings.Contains(address, "#"):
		return nil, errors.New("it holds a fragment")
	}
	port := uint64(443)
	if u.Port() != "" || strings.HasSuffix(u.Host, ":") {
		port, err = strconv.ParseUint(u.Port(), 10, 16)
	}
	if err != nil || !p.allowsPort(uint16(port)) {
		return nil, errors.New("the port is not allowed")
	}
	return u, p.checkHost(u.Hostname())
}

// checkHost rejects names that are never public, and address spellings (WHATWG URL, "ends in a number").
func (p Policy) checkHost(host string) error {
	if _, err := netip.ParseAddr(host); err == nil {
		return nil
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	last := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case strings.ContainsAny(name, "%:[]@") || last == "" || strings.Contains(name, "..") || len(name) > 253:
		return errors.New("the host is no name and no address")
	case strings.HasPrefix(last, "0x") || strings.Trim(last, "0123456789") == "":
		return errors.New("the host is a number")
	case len(p.Allowed) > 0: // names of a private network; the address decides
		return nil
	case last == name || last == "localhost" || last == "local" || last == "internal" || last == "arpa" || last == "onion":
		return ErrRefused
	}
	return nil
}

var _ Resolver = (*net.Resolver)(nil)
