package gateway

import (
	"errors"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
)

// Search bounds requests that read many documents: text searches and exports.
type Search struct {
	Conns                 int32 `name:"search-conns" env:"DOCMILL_GATEWAY_SEARCH_CONNS" default:"4" help:"Database connections for searches and exports alone, and searches under way at a time."`
	MaxSearchesPerAccount int   `name:"max-searches-per-account" env:"DOCMILL_GATEWAY_MAX_SEARCHES_PER_ACCOUNT" default:"2" help:"Searches of one account under way at a time."`
	MaxExports            int   `name:"max-exports" env:"DOCMILL_GATEWAY_MAX_EXPORTS" default:"16" help:"Exports under way at a time."`
	MaxExportsPerAccount  int   `name:"max-exports-per-account" env:"DOCMILL_GATEWAY_MAX_EXPORTS_PER_ACCOUNT" default:"2" help:"Exports of one account under way at a time."`
}

func (s Search) validate() error {
	return errors.Join(
		atLeast("DOCMILL_GATEWAY_SEARCH_CONNS", s.Conns, 1),
		atLeast("DOCMILL_GATEWAY_MAX_SEARCHES_PER_ACCOUNT", s.MaxSearchesPerAccount, 1),
		atLeast("DOCMILL_GATEWAY_MAX_EXPORTS", s.MaxExports, 1),
		atLeast("DOCMILL_GATEWAY_MAX_EXPORTS_PER_ACCOUNT", s.MaxExportsPerAccount, 1),
	)
}

// How many searches and exports of an account may wait, and how long.
const (
	searchesWaiting, searchWait = 8, 3 * time.Second
	exportsWaiting, exportWait  = 4, 2 * time.Second
)

func (s Search) searches() *limiter.Limiter {
	return limiter.New(limiter.Config{
		Max: int(s.Conns), MaxPerAccount: s.MaxSearchesPerAccount, MaxWaiting: searchesWaiting, Wait: searchWait,
		Busy: "Too many searches are under way. Try again in a moment.",
	})
}

func (s Search) exports() *limiter.Limiter {
	return limiter.New(limiter.Config{
		Max: s.MaxExports, MaxPerAccount: s.MaxExportsPerAccount, MaxWaiting: exportsWaiting, Wait: exportWait,
		Busy: "Too many exports are running. Try again when one has finished.",
	})
}
