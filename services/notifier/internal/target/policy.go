// Package target decides which addresses people may register for webhooks, and to which ones a connection
// may be made. The second check protects, because names may resolve to other addresses at any time.
package target

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"syscall"
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
