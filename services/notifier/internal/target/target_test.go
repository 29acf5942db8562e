package target_test

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/target/evil"
)

func standard() target.Policy {
	return target.Policy{Ports: []target.PortRange{{First: 443, Last: 443}}}
}

// names answers look-ups without a network.
type names map[string][]netip.Addr

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if addrs, ok := n[host]; ok {
		return addrs, nil
	}
	return nil, errors.New("no such host")
}

func addrs(texts ...string) (list []netip.Addr) {
	for _, text := range texts {
		list = append(list, netip.MustParseAddr(text))
	}
	return list
}

func known() names {
	return names{
		"hooks.example.com":  addrs("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"),
		"inside.example.com": addrs("10.1.2.3"), "mixed.example.com": addrs("93.184.215.14", "127.0.0.1"),
		"mapped.example.com": addrs("::ffff:192.168.1.1"), "rebinding.example.com": addrs("169.254.169.254"),
	}
}

func TestAllowedAddresses(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"https://hooks.example.com/docmill", "https://hooks.example.com:443/?a=b", "https://93.184.215.14/x",
		"https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/", "https://not-there-yet.example.com/",
		"HTTPS://HOOKS.EXAMPLE.COM/", "https://xn--mnchen-3ya.example/",
	} {
		assert.NoError(t, standard().Check(t.Context(), known(), url), url)
	}
}

func TestRefusedAddresses(t *testing.T) {
	t.Parallel()
	for _, url := range append(evil.URLs(),
		"https://inside.example.com/", "https://mixed.example.com/", "https://mapped.example.com/",
		"https://rebinding.example.com/",
		"https://hooks.example.com/"+strings.Repeat("x", contract.MaxWebhookURL),
	) {
		if err := standard().Check(t.Context(), known(), url); !apierror.Is(err, contract.CodeInvalidRequest) {
			t.Errorf("%.80q: %v", url, err)
		}
	}
}

func TestAllowedNetworksAndPorts(t *testing.T) {
	t.Parallel()
	ports, errPorts := target.ParsePorts([]string{"443", "8000-8999"})
	networks, errNetworks := target.ParseNetworks([]string{"10.0.0.0/8", "fd00::1"})
	require.NoError(t, errPorts)
	require.NoError(t, errNetworks)
	p := target.Policy{Ports: ports, Allowed: networks}
	for url, allowed := range map[string]bool{
		"https://10.1.2.3:8443/": true, "https://inside.example.com/": true, "https://receiver/": true,
		"https://[fd00::1]/": true,
		"https://[fd00::2]/": false, "https://192.168.1.1/": false, "https://10.1.2.3:9000/": false,
		"http://10.1.2.3/": false, "https://10.1/": false,
	} {
		err := p.Check(t.Context(), known(), url)
		assert.Equal(t, err == nil, allowed, url, err)
	}
	for to, allowed := range map[string]bool{
		"10.1.2.3:8443": true, "[::ffff:10.1.2.3]:443": true, "93.184.215.14:443": true, "10.1.2.3:9000": false,
		"127.0.0.1:443": false, "[::1]:443": false, "[fe80::1%eth0]:443": false, "nonsense": false,
	} {
		err := p.Control("tcp", to, nil)
		assert.Equal(t, err == nil, allowed, to, err)
	}
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	for _, ports := range [][]string{nil, {""}, {"0"}, {"65536"}, {"443-80"}, {"https"}, {"1-2-3"}} {
		got, err := target.ParsePorts(ports)
		assert.Error(t, err, ports, "are", got)
	}
	for _, networks := range [][]string{{""}, {"10.0.0.0/33"}, {"localhost"}, {"fe80::1%eth0"}} {
		got, err := target.ParseNetworks(networks)
		assert.Error(t, err, networks, "are", got)
	}
}

// For any address, checking neither panics nor permits anything but https.
func FuzzCheck(f *testing.F) {
	for _, url := range append(evil.URLs(), "https://hooks.example.com/docmill") {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		err := standard().Check(context.Background(), known(), url)
		if err == nil && !strings.HasPrefix(strings.ToLower(url), "https://") {
			t.Errorf("%q is taken", url)
		}
	})
}
