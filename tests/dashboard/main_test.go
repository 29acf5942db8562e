// Package dashboard_test opens the dashboard of a running docmill in a real
// browser, Debian's Chromium, as people do.
package dashboard_test

import (
	"context"
	"maps"
	"net"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/tests/instance"
)

// binary is built once; the only instance runs it as a separate process.
var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, (*testing.M).Run)) }

func build(dir string) (err error) {
	binary, err = instance.Build(dir)
	return err
}

// fixture is a running docmill and a browser.
type fixture struct {
	*instance.Instance
	provider *provider
	operator *bus.Conn
	browser  context.Context // the parent of each tab's window
}

// scenarios share one docmill and one browser; each has its accounts.
func scenarios() map[string]func(*testing.T, *fixture) {
	all := map[string]func(*testing.T, *fixture){}
	for _, some := range []map[string]func(*testing.T, *fixture){
		entryScenarios(), keyScenarios(), peopleScenarios(), usageScenarios(), guardScenarios(), oidcScenarios(),
		weightScenarios(), isolationScenarios(),
		documentScenarios(), sheetScenarios(), placeScenarios(), batchScenarios(), liveScenarios(), referenceScenarios(),
		reviewScenarios(), conflictScenarios(), gridScenarios(), stationScenarios(), listScenarios(),
		languageScenarios(), layoutScenarios(),
	} {
		maps.Copy(all, some)
	}
	return all
}

func TestDashboard(t *testing.T) {
	h := &fixture{provider: startProvider(t)}
	address := freeAddress(t)
	h.Instance = binary.Start(t, instance.Dir(t), "DOCMILL_TRUSTED_PROXIES=127.0.0.1", "DOCMILL_LISTEN="+address,
		"DOCMILL_OIDC_ISSUER="+h.provider.URL, "DOCMILL_OIDC_CLIENT_ID="+clientID, "DOCMILL_OIDC_CLIENT_SECRET="+clientSecret,
		"DOCMILL_OIDC_NAME=Example Corp", "DOCMILL_OIDC_DOMAINS=victim.example", "DOCMILL_PUBLIC_URL=http://"+address)
	h.operator = connect(t, h.Instance)
	h.browser = launchBrowser(t)
	all := scenarios()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all[name](t, h)
		})
	}
}

// freeAddress selects a port in advance, because the provider must know the redirect address.
func freeAddress(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}

func connect(t *testing.T, i *instance.Instance) *bus.Conn {
	t.Helper()
	conn, err := bus.Connect(t.Context(), bus.Config{
		URL: i.NATS, User: contract.UserAdmin, Password: i.NATSPassword(contract.UserAdmin), Name: "tests",
	}, telemetry.Discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// launchBrowser starts the browser. As root it has no sandbox.
func launchBrowser(t *testing.T) context.Context {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.WindowSize(desktopWidth, desktopHeight))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	browser, end := chromedp.NewContext(allocator)
	t.Cleanup(end)
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("chromium does not start (Debian package chromium): %v", err)
	}
	return browser
}
