package gateway

import (
	"time"

	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
)

// Bounds of requests that read many documents: searches for a text, and exports. Both
// share maxSearches database connections.
const (
	maxSearches, maxSearchesPerAccount = 4, 2
	maxExports, maxExportsPerAccount   = 16, 2

	searchesWaiting, searchWait = 8, 3 * time.Second // of one account
	exportsWaiting, exportWait  = 4, 2 * time.Second
)

func newSearches() *limiter.Limiter {
	return limiter.New(limiter.Config{
		Max: maxSearches, MaxPerAccount: maxSearchesPerAccount, MaxWaiting: searchesWaiting, Wait: searchWait,
		Busy: "Too many searches are under way. Try again in a moment.",
	})
}

func newExports() *limiter.Limiter {
	return limiter.New(limiter.Config{
		Max: maxExports, MaxPerAccount: maxExportsPerAccount, MaxWaiting: exportsWaiting, Wait: exportWait,
		Busy: "Too many exports are running. Try again when one has finished.",
	})
}
