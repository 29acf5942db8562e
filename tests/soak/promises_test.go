package soak_test

import (
	"net/http"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// promises are data that expires, with the times.
type promises struct {
	documents map[string]time.Time // end by id
	key       instance.Account     // good for a day
	keyEnds   time.Time
	session   string // its secret
	opened    time.Time
	repeated  string // idempotency key
	document  string // that it made
	at        time.Time
}

// expired checks the promises of the previous time.
func (c *customers) expired() {
	c.w.t.Helper()
	if c.last == nil {
		return
	}
	c.regular.URL, c.full.URL, c.last.key.URL = c.w.inst.URL, c.w.inst.URL, c.w.inst.URL
	now := c.w.now()
	wantKey := http.StatusOK
	if !now.Before(c.last.keyEnds) {
		wantKey = http.StatusUnauthorized
	}
	c.must(c.last.key, http.MethodGet, "/api/v1/usage", "", wantKey)
	for id, end := range c.last.documents {
		if now.Before(end) {
			c.must(c.regular, http.MethodGet, "/api/v1/documents/"+id, "", http.StatusOK)
			continue
		}
		// This asks the database, because the account's rate is limited.
		testkit.Await(c.w.t, id+" is gone", func() bool {
			return c.w.count(`SELECT count(*) FROM gateway.documents WHERE 'ext_' || id::text = $1`, id) == 0
		})
		c.must(c.regular, http.MethodGet, "/api/v1/documents/"+id, "", http.StatusNotFound)
	}
	c.sessionIs(now)
	c.idempotencyIs(now)
}

// sessionIs open for half an hour without use.
func (c *customers) sessionIs(now time.Time) {
	c.w.t.Helper()
	reply, err := call[contract.VerifySessionReply](c.w, contract.UserGateway, contract.RPCAuthSessionVerify,
		contract.VerifySessionRequest{
			BySession: contract.BySession{SessionHash: contract.HashSecret(c.last.session)}, Passive: true,
		})
	require.NoError(c.w.t, err)
	if idle := now.Sub(c.last.opened); idle > contract.SessionIdle && reply.Session != nil {
		c.w.t.Errorf("a session is open that nobody has used for %s", idle)
	}
}

// idempotencyIs checks that a key is kept for a day, and then creates another document.
func (c *customers) idempotencyIs(now time.Time) {
	c.w.t.Helper()
	age := now.Sub(c.last.at)
	if age > 23*time.Hour && age < 25*time.Hour || !now.Before(c.last.at.Add(retention*24*time.Hour)) {
		return // about to end, or its document is gone
	}
	r := c.send(c.regular, "once", map[string]string{"Idempotency-Key": c.last.repeated})
	assert.Equal(c.w.t, r.ID == c.last.document, age < 24*time.Hour, "a call repeated after", age, "the same document")
	if r.ID != c.last.document {
		c.accepted[c.regular.ID][monthOf(r.CreatedAt.Time)]++
	}
}
