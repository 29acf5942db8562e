package clientnet_test

import (
	"net/netip"
	"testing"

	"github.com/docmill/docmill/services/gateway/internal/access/clientnet"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for first, tc := range map[string]struct{ same, other string }{
		"192.0.2.10":      {"::ffff:192.0.2.10", "192.0.2.11"},
		"2001:db8:0:1::1": {"2001:db8:0:1:ffff::2", "2001:db8:0:2::1"},
		"fe80::1%eth0":    {"fe80::2%eth1", "fe80:0:0:1::1"},
	} {
		of := func(text string) netip.Prefix { return clientnet.Of(netip.MustParseAddr(text)) }
		if of(first) != of(tc.same) || of(first) == of(tc.other) {
			t.Errorf("%s is %s, %s is %s, %s is %s", first, of(first), tc.same, of(tc.same), tc.other, of(tc.other))
		}
	}
	if clientnet.Of(netip.Addr{}) != (netip.Prefix{}) {
		t.Error("no address has a network")
	}
}
