package dashboard_test

import (
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// password of every person in tests.
const password = "violet-harbour-quietly-nine"

// person is a user with an HTTP client that is signed in.
type person struct {
	h       *fixture
	t       testing.TB
	Account contract.Account
	User    contract.User
	Email   string
	client  *http.Client
	address string // from which they come, as a proxy says
}

func (h *fixture) newAccount(t testing.TB, plan contract.Plan) contract.Account {
	t.Helper()
	account, err := bus.Call[contract.Account](t.Context(), h.operator, contract.RPCAuthAccountCreate,
		contract.CreateAccountRequest{Name: "Company of " + path.Base(t.Name()), Plan: plan})
	require.NoError(t, err)
	return account
}

// invite creates a user and returns the one-time link.
func (h *fixture) invite(t testing.TB, account contract.Account, role contract.Role) (contract.User, string) {
	t.Helper()
	secret, err := contract.NewSecret(rand.Reader)
	require.NoError(t, err)
	reply, err := bus.Call[contract.InviteUserReply](t.Context(), h.operator, contract.RPCAuthUserInvite,
		contract.InviteUserRequest{
			AccountID:  account.ID,
			Invitation: contract.Invitation{Email: newEmail(t), Role: role, LinkHash: contract.HashSecret(secret)},
		})
	require.NoError(t, err)
	return reply.User, contract.InviteLink(h.URL, secret)
}

func newEmail(t testing.TB) string {
	t.Helper()
	var b [5]byte
	_, err := rand.Read(b[:])
	require.NoError(t, err)
	return fmt.Sprintf("person-%x@docmill.example", b)
}

// newClient returns a client with separate cookies that does not follow redirects.
func newClient(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

// newAddress returns a new client address, so that failed attempts do not throttle other tests.
func newAddress(t testing.TB) string {
	t.Helper()
	var b [3]byte
	_, err := rand.Read(b[:])
	require.NoError(t, err)
	return fmt.Sprintf("10.%d.%d.%d", b[0], b[1], b[2])
}

// newPerson creates an account with one owner, who is signed in.
func (h *fixture) newPerson(t testing.TB) *person {
	t.Helper()
	return h.join(t, h.newAccount(t, contract.PlanPro), contract.RoleOwner)
}

// join creates a user of the account, who signs in with a one-time link.
func (h *fixture) join(t testing.TB, account contract.Account, role contract.Role) *person {
	t.Helper()
	user, link := h.invite(t, account, role)
	p := &person{h: h, t: t, Account: account, User: user, Email: user.Email, address: newAddress(t), client: newClient(t)}
	_, secret, _ := strings.Cut(link, "#")
	a := p.post("/welcome/password", "link", secret, "password", password)
	require.Equal(t, a.status, http.StatusSeeOther, "welcome: status", a.body)
	return p
}

// again is the same person with a second session.
func (p *person) again() *person {
	p.t.Helper()
	second := *p
	second.client = newClient(p.t)
	if a := second.post("/sign-in", "email", p.Email, "password", password); a.status != http.StatusSeeOther {
		p.t.Fatalf("sign in: status %d: %s", a.status, a.body)
	}
	return &second
}

// reply is a completely read response.
type reply struct {
	status int
	header http.Header
	body   string
}

func (p *person) get(path string) reply { return p.do(http.MethodGet, path, nil, "") }

// post sends a form as the page of the same origin does; fields are in pairs.
func (p *person) post(path string, fields ...string) reply {
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Add(fields[i], fields[i+1])
	}
	return p.do(http.MethodPost, path, strings.NewReader(form.Encode()), "application/x-www-form-urlencoded")
}

func (p *person) do(method, path string, body io.Reader, contentType string) reply {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), method, p.h.URL+path, body)
	require.NoError(p.t, err)
	if method == http.MethodPost {
		req.Header.Set("Content-Type", contentType)
		req.Header.Set("Origin", p.h.URL)
		req.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	return p.send(req)
}

// send sends a browser's request for a page.
func (p *person) send(req *http.Request) reply {
	p.t.Helper()
	req.Header.Set("Accept", "text/html")
	req.Header.Set("X-Forwarded-For", p.address)
	resp, err := p.client.Do(req)
	require.NoError(p.t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	require.NoError(p.t, err)
	return reply{resp.StatusCode, resp.Header, string(b)}
}
