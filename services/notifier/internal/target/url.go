package target

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

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

// checkHost rejects names that are never public, and address spellings that some resolvers accept (WHATWG
// URL, "ends in a number").
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
