package dashboard_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
)

var update = flag.Bool("update", false, "write "+routesFile)

// routesFile lists every route, for tests in other modules.
const routesFile = "testdata/routes.txt"

func TestRoutes(t *testing.T) {
	t.Parallel()
	provider, err := oidc.New(oidc.Config{}, time.Now)
	require.NoError(t, err)
	d, err := dashboard.New(dashboard.Deps{Webhooks: true, OIDC: provider})
	require.NoError(t, err)
	var lines []string
	for _, r := range d.Routes() {
		if !strings.HasPrefix(r.Path, "/static/") {
			lines = append(lines, r.Method+" "+r.Path+"\n")
		}
		if r.Path == "/api" || strings.HasPrefix(r.Path, "/api/") {
			t.Errorf("%s: session under /api", r.Path)
		}
	}
	slices.Sort(lines)
	got := strings.Join(lines, "")
	if *update {
		require.NoError(t, os.WriteFile(routesFile, []byte(got), 0o600))
	}
	want, err := os.ReadFile(routesFile)
	if err != nil || string(want) != got {
		t.Errorf("%s is out of date (go test -update writes it): %v", routesFile, err)
	}
}
