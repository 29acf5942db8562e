package soak_test

import (
	"crypto/rand"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
)

// customers are docmill's users with the promises made to them.
type customers struct {
	w             *world
	regular, full instance.Account
	user          contract.User
	password      contract.Password
	accepted      map[string]map[time.Time]int // documents by account and month
	last          *promises                    // of the moment before
}

func newCustomers(w *world, first time.Time) *customers {
	w.at(first)
	c := &customers{w: w, password: "velvet harbour candle", accepted: map[string]map[time.Time]int{}}
	c.regular = w.newAccount("Nordlicht Möbel", contract.PlanEnterprise, retention)
	c.full = w.newAccount("Südwind", contract.PlanFree, retention)
	for _, a := range []instance.Account{c.regular, c.full} {
		c.accepted[a.ID] = map[time.Time]int{}
	}
	link, err := contract.NewSecret(rand.Reader)
	require.NoError(w.t, err)
	invited, err := call[contract.InviteUserReply](w, contract.UserAdmin, contract.RPCAuthUserInvite,
		contract.InviteUserRequest{AccountID: c.regular.ID, Invitation: contract.Invitation{
			Email: "anna@nordlicht.example", Role: contract.RoleOwner, LinkHash: contract.HashSecret(link),
		}})
	require.NoError(w.t, err)
	c.user = invited.User
	_, opened := c.newSession()
	if _, err := call[contract.Session](w, contract.UserGateway, contract.RPCAuthSessionAcceptLink,
		contract.AcceptLinkRequest{LinkHash: contract.HashSecret(link), Password: c.password, NewSession: opened},
	); err != nil {
		w.t.Fatal(err)
	}
	return c
}

func (c *customers) newSession() (secret string, s contract.NewSession) {
	c.w.t.Helper()
	secret, err := contract.NewSecret(rand.Reader)
	require.NoError(c.w.t, err)
	return secret, contract.NewSession{NewSessionHash: contract.HashSecret(secret), Address: "192.0.2.1"}
}

// live performs the work of one day.
func (c *customers) live(n int) {
	c.w.t.Helper()
	c.regular.URL, c.full.URL = c.w.inst.URL, c.w.inst.URL
	p := &promises{documents: map[string]time.Time{}, at: c.w.now(), repeated: fmt.Sprintf("day-%d", n)}
	c.last = p
	for k := range *load {
		r := c.upload(c.regular, fmt.Sprintf("D-%d-%d", n, k), nil)
		p.documents[r.ID] = r.ExpiresAt.Time
	}
	key := map[string]string{"Idempotency-Key": p.repeated}
	p.document = c.upload(c.regular, "once", key).ID
	if again := c.send(c.regular, "once", key); again.ID != p.document {
		c.w.t.Errorf("a repeated call made %s beside %s", again.ID, p.document)
	}
	c.correct(p.document)
	c.erase(c.upload(c.regular, "erased", nil).ID)
	c.keyForADay(p)
	p.session, p.opened = c.signIn(), c.w.now()
	if c.accepted[c.full.ID][monthOf(p.at)] == 0 {
		c.fill()
		c.monthIsTold()
	}
}

func (c *customers) send(a instance.Account, number string, header map[string]string) (r contract.Record) {
	c.w.t.Helper()
	body, contentType := instance.Form("file", instance.File{Name: number + ".txt", Data: []byte(invoice(number))})
	all := map[string]string{"Content-Type": contentType, "Prefer": "wait=60"}
	maps.Copy(all, header)
	answer := instance.Want(c.w.t, http.StatusOK, http.StatusAccepted)(
		a.Do(c.w.t.Context(), http.MethodPost, "/api/v1/extract", body, all))
	answer.Into(c.w.t, &r)
	testkit.Await(c.w.t, r.ID+" has ended", func() bool {
		c.must(a, http.MethodGet, "/api/v1/documents/"+r.ID+"?wait=60", "", http.StatusOK).Into(c.w.t, &r)
		return r.Status == contract.StatusCompleted
	})
	return r
}

func (c *customers) upload(a instance.Account, number string, header map[string]string) contract.Record {
	c.w.t.Helper()
	r := c.send(a, number, header)
	c.accepted[a.ID][monthOf(r.CreatedAt.Time)]++
	if want := r.CreatedAt.Add(retention * 24 * time.Hour); r.ExpiresAt == nil ||
		r.ExpiresAt.Sub(want).Abs() > time.Second {
		c.w.t.Errorf("%s, accepted %s, is kept until %v, want %s", r.ID, r.CreatedAt.Time, r.ExpiresAt, want)
	}
	return r
}

func invoice(number string) string {
	return "Holzwerk Lindner GmbH\nInvoice\nInvoice number: " + number +
		"\nInvoice date: 2028-02-28\nSubtotal 100.00 EUR\nVAT 19% 19.00 EUR\nTotal 119.00 EUR\n"
}

func (c *customers) correct(id string) {
	c.w.t.Helper()
	c.must(c.regular, http.MethodPatch, "/api/v1/documents/"+id, `{"data": {"total": "120.00"}}`, http.StatusOK)
}

func (c *customers) erase(id string) {
	c.w.t.Helper()
	c.must(c.regular, http.MethodDelete, "/api/v1/documents/"+id, "", http.StatusNoContent)
}

func (c *customers) must(a instance.Account, method, path, body string, want int) instance.Answer {
	c.w.t.Helper()
	answer, err := a.Do(c.w.t.Context(), method, path, strings.NewReader(body),
		map[string]string{"Content-Type": "application/json"})
	require.NoError(c.w.t, err, method, path, string(answer.Body))
	require.Equal(c.w.t, answer.Status, want, method, path, string(answer.Body))
	return answer
}

// keyForADay creates a key that ends after 24 hours, regardless of time zone changes.
func (c *customers) keyForADay(p *promises) {
	c.w.t.Helper()
	var made struct {
		Key                  string
		CreatedAt, ExpiresAt time.Time
	}
	c.must(c.regular, http.MethodPost, "/api/auth/register", `{"name": "for a day", "expiresInDays": 1}`,
		http.StatusCreated).Into(c.w.t, &made)
	if got := made.ExpiresAt.Sub(made.CreatedAt); got != 24*time.Hour {
		c.w.t.Errorf("a key for a day is good for %s", got)
	}
	p.key, p.keyEnds = c.regular, made.ExpiresAt
	p.key.Key = made.Key
	c.must(p.key, http.MethodGet, "/api/v1/usage", "", http.StatusOK)
}

func (c *customers) signIn() (secret string) {
	c.w.t.Helper()
	secret, opened := c.newSession()
	if _, err := call[contract.Session](c.w, contract.UserGateway, contract.RPCAuthSessionSignIn,
		contract.SignInRequest{Email: c.user.Email, Password: c.password, NewSession: opened}); err != nil {
		c.w.t.Fatal(err)
	}
	return secret
}

// fill sends more documents than the month has: one warning comes at 80 %, and refusals at the end.
func (c *customers) fill() {
	c.w.t.Helper()
	for _, step := range []struct{ files, accepted int }{{85, 85}, {30, limit() - 85}} {
		var files []instance.File
		for k := range step.files {
			files = append(files, instance.File{Name: fmt.Sprintf("%d.txt", k), Data: []byte(invoice(fmt.Sprintf("F-%d", k)))})
		}
		b := c.full.Batch(c.w.t, files...)
		got := len(b.Results) - b.Counts.Rejected
		c.accepted[c.full.ID][monthOf(c.w.now())] += got
		if got != step.accepted {
			c.w.t.Errorf("%d of %d documents were accepted, want %d", got, step.files, step.accepted)
		}
	}
}

// monthIsRight compares this month's usage with the accepted documents.
func (c *customers) monthIsRight() {
	c.w.t.Helper()
	month := monthOf(c.last.at)
	for _, a := range []instance.Account{c.regular, c.full} {
		var usage struct {
			Period    struct{ Start, End time.Time }
			Documents struct{ Used int }
		}
		c.must(a, http.MethodGet, "/api/v1/usage", "", http.StatusOK).Into(c.w.t, &usage)
		if !usage.Period.Start.Equal(month) || !usage.Period.End.Equal(month.AddDate(0, 1, 0)) {
			c.w.t.Errorf("at %s the month is %s to %s", c.last.at, usage.Period.Start, usage.Period.End)
		}
		if want := c.accepted[a.ID][month]; usage.Documents.Used != want {
			c.w.t.Errorf("%s used %d documents in %s, %d were accepted", a.ID, usage.Documents.Used, month, want)
		}
	}
}

// monthIsTold checks that the stream has both events of a full month, once each, for seven days.
func (c *customers) monthIsTold() {
	c.w.t.Helper()
	month := monthOf(c.last.at)
	for _, event := range []contract.EventType{contract.EventQuotaWarning, contract.EventQuotaExceeded} {
		subject := contract.EventSubject(event, c.full.ID, month.Format("2006-01"))
		told := func() int { return len(ledger.Messages(c.w.t.Context(), c.w.t, c.w.inst, subject)) }
		testkit.Await(c.w.t, string(event)+" is told", func() bool { return told() > 0 })
		if n := told(); n != 1 {
			c.w.t.Errorf("%s of %s was told %d times", event, month, n)
		}
	}
}

// monthsAreRight compares all past months with the accepted documents.
func (c *customers) monthsAreRight() {
	c.w.t.Helper()
	for account, months := range c.accepted {
		for month, want := range months {
			day := month.Format(time.DateOnly)
			charges := c.w.count(`SELECT count(*) FROM quota.charges WHERE account = $1 AND month = $2::text::date
				AND given_back_at IS NULL`, account, day)
			used := c.w.count(`SELECT used FROM quota.months WHERE account = $1 AND month = $2::text::date`, account, day)
			if charges != want || used != want {
				c.w.t.Errorf("%s, %s: %d charges, %d used, %d accepted", account, day, charges, used, want)
			}
		}
	}
	if n := c.w.count(`SELECT count(*) FROM quota.months`); n != len(c.accepted[c.regular.ID])+len(c.accepted[c.full.ID]) {
		c.w.t.Errorf("%d months of accounts", n)
	}
	if n := c.w.count(`SELECT count(*) FROM quota.thresholds WHERE account = $1`,
		c.full.ID); n != 2*len(c.accepted[c.full.ID]) {
		c.w.t.Errorf("%d thresholds were reached", n)
	}
}
