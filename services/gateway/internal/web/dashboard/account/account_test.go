package account_test

import (
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/account"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

func TestBrowserName(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 " +
			"Firefox/140.0": "Firefox on Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 " +
			"Safari/537.36": "Chrome on Windows",
		"Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 " +
			"Edg/140.0": "Edge on Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 " +
			"Safari/604.1": "Safari on iPhone",
		"curl/8.5": "Unknown browser", "": "Unknown browser",
	} {
		assert.Equal(t, account.BrowserName(languages.English(), agent), want, agent)
	}
}
