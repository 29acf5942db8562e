package clientnet_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
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
	assert.Equal(t, clientnet.Of(netip.Addr{}), netip.Prefix{}, "no address has a network")
}

func TestForwarded(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for name, tt := range map[string]struct{ peer, forwarded, want string }{
		"no proxy":                     {"192.0.2.1", "", "192.0.2.1"},
		"untrusted says something":     {"192.0.2.1", "198.51.100.7", "192.0.2.1"},
		"trusted says nothing":         {"10.0.0.1", "", "10.0.0.1"},
		"trusted":                      {"10.0.0.1", "198.51.100.7", "198.51.100.7"},
		"client's word further left":   {"10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"},
		"two proxies":                  {"10.0.0.1", "203.0.113.9, 198.51.100.7, 10.9.9.9", "198.51.100.7"},
		"all trusted":                  {"10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3"},
		"no address":                   {"10.0.0.1", "198.51.100.7, unknown", "10.0.0.1"},
		"no address behind a proxy":    {"10.0.0.1", "unknown, 10.0.0.2", "10.0.0.2"},
		"with a port":                  {"10.0.0.1", "198.51.100.7:4711", "198.51.100.7"},
		"IPv6":                         {"fd00::1", "2001:db8::7", "2001:db8::7"},
		"IPv6 with a port":             {"fd00::1", "[2001:db8::7]:4711", "2001:db8::7"},
		"IPv6 in brackets":             {"fd00::1", "[2001:db8::7]", "2001:db8::7"},
		"IPv4 written as IPv6":         {"10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"},
		"trusted IPv4 written as IPv6": {"10.0.0.1", "198.51.100.7, ::ffff:10.0.0.2", "198.51.100.7"},
		"zone":                         {"10.0.0.1", "fe80::1%eth0", "fe80::1"},
	} {
		var forwarded []string
		if tt.forwarded != "" {
			forwarded = strings.Split(tt.forwarded, ",")
		}
		got := clientnet.Forwarded(netip.MustParseAddr(tt.peer), forwarded, trusted)
		assert.Equal(t, got.String(), tt.want, name, got)
	}
}

func FuzzForwarded(f *testing.F) {
	for _, seed := range []string{"198.51.100.7", "[::1]:80, 10.0.0.1", "unknown", "::ffff:1.2.3.4%x,", "[", "[]:1"} {
		f.Add(seed)
	}
	all := []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}
	f.Fuzz(func(t *testing.T, forwarded string) {
		got := clientnet.Forwarded(netip.MustParseAddr("10.0.0.1"), strings.Split(forwarded, ","), all)
		assert.True(t, got.IsValid() && !got.Is4In6() && got.Zone() == "", forwarded, "gave", got)
	})
}
