package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/api/conformance"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

// patience bounds every wait.
const patience = testkit.Patience

// deployment is a docmill, in one process or in several.
type deployment interface {
	natsclient.Target
	DatabaseURL() string
}

// world is a docmill with additional access for scenarios.
type world struct {
	deployment
	url      string
	operator *bus.Conn
	seen     *conformance.Coverage
}

func newWorld(t *testing.T, d deployment, url string) *world {
	t.Helper()
	return &world{deployment: d, url: url, operator: natsclient.Bus(t, d, contract.UserAdmin),
		seen: &conformance.Coverage{}}
}

// person is an account, as one test uses it.
type person struct {
	instance.Account
	t *testing.T
}

// person creates an account with a key, like an operator.
func (w *world) person(t *testing.T, plan contract.Plan) person {
	t.Helper()
	account := instance.NewAccount(t, w.operator, t.Name(), plan)
	account.URL, account.Client = w.url, w.client(t)
	return person{t: t, Account: account}
}

func (w *world) client(t *testing.T) *http.Client {
	t.Helper()
	return &http.Client{Transport: conformance.New(t).Into(w.seen).Transport(http.DefaultTransport)}
}

func call[Reply bus.Message](t *testing.T, conn *bus.Conn, subject string, request bus.Message) Reply {
	t.Helper()
	reply, err := bus.Call[Reply](t.Context(), conn, subject, request)
	require.NoError(t, err)
	return reply
}

func header(pairs ...string) map[string]string {
	h := map[string]string{}
	for ; len(pairs) > 0; pairs = pairs[2:] {
		h[pairs[0]] = pairs[1]
	}
	return h
}

// ask sends a request without a body and fails the test unless the response has the status.
func (p person) ask(method, path string, h map[string]string, want int) instance.Answer {
	p.t.Helper()
	return p.send(method, path, "", h, want)
}

func (p person) get(path string) instance.Answer {
	p.t.Helper()
	return p.ask(http.MethodGet, path, nil, http.StatusOK)
}

func (p person) send(method, path, body string, h map[string]string, want int) instance.Answer {
	p.t.Helper()
	answer, err := p.Do(p.t.Context(), method, path, strings.NewReader(body), h)
	require.NoError(p.t, err)
	if answer.Status != want {
		p.t.Fatalf("%s %s answered %d %.500s, want %d", method, path, answer.Status, answer.Body, want)
	}
	return answer
}

func (p person) patch(id, body string, want int) instance.Answer {
	p.t.Helper()
	return p.send(http.MethodPatch, "/api/v1/documents/"+id, body, header("Content-Type", "application/json"), want)
}

func (p person) erase(id string) {
	p.t.Helper()
	p.ask(http.MethodDelete, "/api/v1/documents/"+id, nil, http.StatusNoContent)
}

const (
	extractPath = "/api/v1/extract"
	batchPath   = "/api/v1/batch"
)

// extract uploads and waits for the end.
func (p person) extract(parts ...part) contract.Record {
	p.t.Helper()
	return record(p.t, p.post(extractPath, header("Prefer", "wait=60"), http.StatusOK, parts...))
}

func record(t *testing.T, a instance.Answer) (r contract.Record) {
	t.Helper()
	a.Into(t, &r)
	return r
}

func batch(t *testing.T, a instance.Answer) (b contract.Batch) {
	t.Helper()
	a.Into(t, &b)
	return b
}

func (p person) ended(id string) contract.Record {
	p.t.Helper()
	r := record(p.t, p.get("/api/v1/documents/"+id+"?wait=60"))
	require.True(p.t, r.Status.Ended(), id, "is still", r.Status)
	return r
}

func (p person) batchEnded(b contract.Batch) contract.Batch {
	p.t.Helper()
	for _, e := range b.Results {
		if e.ID != "" && e.Status != contract.StatusDeleted {
			p.ended(e.ID)
		}
	}
	return batch(p.t, p.get(batchPath+"/"+b.ID))
}

type usage struct {
	Documents struct{ Used, Limit, Remaining int }
}

func (p person) used() int {
	p.t.Helper()
	var u usage
	p.get("/api/v1/usage").Into(p.t, &u)
	return u.Documents.Used
}

// query runs one SQL statement as the database's owner.
func query[T any](t *testing.T, d deployment, sql string, args ...any) T {
	t.Helper()
	return instance.Query[T](t, d.DatabaseURL(), sql, args...)
}

// fill charges unsent documents to an account until it has used the given number this month.
func (w *world) fill(p person, plan contract.Plan, used int) {
	p.t.Helper()
	got := query[int](p.t, w, `
		SELECT c.used FROM (SELECT coalesce((SELECT used FROM quota.months WHERE account = $1), 0) AS used) m,
			quota.charge($1, $2, (SELECT array_agg(gen_random_uuid()) FROM generate_series(m.used + 1, $3)),
				1) AS c`, p.ID, plan, used)
	require.Equal(p.t, got, used, "used")
}

// stored counts messages in the stream of events, by subject.
func (w *world) stored(t *testing.T, subject string) (n int) {
	t.Helper()
	stream := natsclient.Open(t, w).Stream(contract.StreamEvents)
	info, err := stream.Info(t.Context(), jetstream.WithSubjectFilter(subject))
	require.NoError(t, err)
	for _, count := range info.State.Subjects {
		n += int(count)
	}
	return n
}
