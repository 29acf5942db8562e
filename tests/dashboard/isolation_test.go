package dashboard_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// routesFile lists the dashboard's routes; a test of the gateway compares it with the registered ones.
const routesFile = "../../services/gateway/internal/web/dashboard/testdata/routes.txt"

// belongings are an account's objects: ids by the prefix of their paths, and texts on its pages.
type belongings struct {
	ids   map[string]string
	texts []string
}

func (p *person) belongings() belongings {
	p.t.Helper()
	const name = "NOBODY-ELSE-4415"
	p.makeKey(name)
	p.again() // a second session, which one's own page offers to end
	document := p.upload(map[string][]byte{name + ".pdf": sample.Invoice(name)})
	batch := p.upload(map[string][]byte{name + "-a.pdf": sample.Invoice(name), name + "-b.pdf": sample.Invoice(name)})
	first := func(page, pattern string) string {
		id := regexp.MustCompile(pattern).FindString(p.get(page).body)
		if id == "" {
			p.t.Fatalf("no %s on %s", pattern, page)
		}
		return id
	}
	if a := p.post("/types", "name", "nobody_else_4415", "row-name", "a", "row-type", "string"); a.status !=
		http.StatusSeeOther {
		p.t.Fatalf("document type: status %d", a.status)
	}
	b := belongings{ids: map[string]string{
		"/account/sessions/": first("/account", `sess_[0-9a-f-]{36}`),
		"/batches/":          strings.TrimPrefix(batch, "/batches/"),
		"/documents/":        strings.TrimPrefix(document, "/documents/"),
		"/keys/":             first("/keys", `key_[0-9a-f-]{36}`),
		"/layouts/":          strings.TrimPrefix(p.teach(name+" layout.pdf"), "/layouts/"),
		"/types/":            "nobody_else_4415",
		"/users/":            p.User.ID,
		"/webhooks/":         contract.PrefixSubscription + "none", // webhooks are off here
	}}
	b.texts = []string{name, p.Email, strings.TrimPrefix(p.Account.ID, contract.PrefixAccount)}
	for _, id := range b.ids {
		b.texts = append(b.texts, id)
	}
	return b
}

func (b belongings) of(t *testing.T, path string) string {
	t.Helper()
	for prefix, id := range b.ids {
		if strings.HasPrefix(path, prefix+":id") {
			return strings.NewReplacer(":id", id, ":page", "1").Replace(path)
		}
	}
	t.Fatalf("%s: whose id does this path take?", path)
	return ""
}

// On every route, one account never sees data of another: the other's ids are unknown and have no effect.
func testEveryRoute(t *testing.T, h *fixture) {
	mine, other := h.newPerson(t), h.newPerson(t)
	things := mine.belongings()
	live := other.again().stream("/documents/events")
	table, err := os.ReadFile(routesFile)
	require.NoError(t, err)
	for _, route := range strings.Split(strings.TrimSpace(string(table)), "\n") {
		method, path, _ := strings.Cut(route, " ")
		if method == http.MethodPost && !strings.Contains(path, ":id") || path == "/documents/events" {
			continue // what is sent makes something of one's own; the stream is read below
		}
		takesID := strings.Contains(path, ":id")
		if takesID {
			path = things.of(t, path)
		}
		a := other.get(path)
		if method == http.MethodPost {
			a = other.post(path, "role", "member", "path", "total", "value", "1.00", "action", "save")
		}
		if takesID && a.status != http.StatusNotFound {
			t.Errorf("%s: status %d", route, a.status)
		}
		things.absent(t, route, a.body+a.header.Get("Location"), takesID)
	}
	mine.upload(map[string][]byte{"one more.pdf": sample.Invoice(things.texts[0])})
	for len(live) > 0 {
		things.absent(t, "live states", <-live, false)
	}
	assert.Contains(t, mine.get("/keys").body, things.ids["/keys/"]+"/revoke", "the key was revoked")
	for _, prefix := range []string{"/documents/", "/batches/"} {
		assert.Equal(t, mine.get(prefix+things.ids[prefix]).status, http.StatusOK, prefix, "status afterwards")
	}
}

// absent checks that a response contains nothing of the account. A response to an id may repeat that id.
func (b belongings) absent(t *testing.T, where, answer string, asked bool) {
	t.Helper()
	for i, text := range b.texts {
		if (i < 3 || !asked) && strings.Contains(answer, text) {
			t.Errorf("%s shows %q of another account", where, text)
		}
	}
}
