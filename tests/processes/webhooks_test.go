package processes_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/hook"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

const subscriber = contract.PrefixAccount + "01990000-0000-7000-8000-000000000000"

// post is a notifier with a receiver.
type post struct {
	t        *testing.T
	c        *instance.Cluster
	notifier *instance.Process
	operator *bus.Conn
	receiver *hook.Receiver
}

func newPost(t *testing.T) *post {
	t.Helper()
	p := &post{t: t, c: services.NewCluster(t), receiver: hook.New(t)}
	p.c.Provision("DOCMILL_WEBHOOKS_ENABLED=true")
	natsclient.Open(t, p.c).SetAckWait(contract.StreamEvents, lease)
	p.operator = natsclient.Bus(t, p.c, contract.UserOperator)
	p.start()
	return p
}

func (p *post) start() { p.notifier = p.c.Start("notifier", p.receiver.Settings()...) }

// subscribe registers a path of the receiver for one kind of event.
func (p *post) subscribe(path string, event contract.EventType) (id string) {
	p.t.Helper()
	made, err := bus.Call[contract.SubscriptionSecret](p.t.Context(), p.operator, contract.RPCNotifierCreate,
		contract.CreateSubscriptionRequest{
			AccountID: subscriber, Plan: contract.PlanPro, URL: p.receiver.URL + path, Events: []contract.EventType{event},
		})
	require.NoError(p.t, err)
	return made.ID
}

func (p *post) emit(event contract.EventType) {
	p.t.Helper()
	ref := contract.PrefixBatch + uuid.NewString()
	err := p.operator.PublishStream(p.t.Context(), contract.EventSubject(event, subscriber, ref), string(event)+":"+ref,
		contract.Event{
			Event: event, Timestamp: contract.TimeOf(time.Now()), Data: json.RawMessage(`{"id":"` + ref + `"}`),
		})
	require.NoError(p.t, err)
}

func (p *post) publish(path string, event contract.EventType) (id string) {
	p.t.Helper()
	id = p.subscribe(path, event)
	p.emit(event)
	return id
}

// locked runs what while the notifier's rows or tables are locked by its role.
func (p *post) locked(statement string, args []any, what func()) {
	p.t.Helper()
	conn := p.connect()
	defer conn.Close(p.t.Context())
	tx, err := conn.Begin(p.t.Context())
	require.NoError(p.t, err)
	_, err = tx.Exec(p.t.Context(), statement, args...)
	require.NoError(p.t, err)
	what()
	require.NoError(p.t, tx.Rollback(p.t.Context()))
}

func (p *post) connect() *pgx.Conn {
	p.t.Helper()
	return instance.Database(p.t, p.c.RoleURL("notifier"))
}

func (p *post) await(what, sql string, args ...any) {
	p.t.Helper()
	conn := p.connect()
	defer conn.Close(p.t.Context())
	testkit.Await(p.t, what, func() bool { return testkit.Value[bool](p.t, conn, sql, args...) })
}

// stuck waits until the notifier waits for the test's lock.
func (p *post) stuck() {
	p.t.Helper()
	p.await("the notifier meets the lock", `
		SELECT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'docmill-notifier'
			AND wait_event_type = 'Lock' AND datname = current_database())`)
}

func (p *post) kill() { p.notifier.Kill() }

// The notifier is killed at each step of a delivery. Every due delivery is made at least once, with the
// same id and body, and not before its time.
func TestNotifierKilledAtEachStep(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	events := contract.EventTypes()
	reached := make(chan struct{}, 1)
	reach := func() { reached <- struct{}{} }
	hold := make(chan struct{})
	t.Cleanup(func() { close(hold) })
	subs := map[string]string{}

	p.locked(`LOCK TABLE notifier.payloads IN EXCLUSIVE MODE`, nil, func() {
		subs["/taken"] = p.publish("/taken", events[0])
		p.stuck()
		p.kill()
	})
	p.start()

	// Held so that its deliveries may be written and not be claimed.
	subs["/written"] = p.publishHeld("/written", events[1])
	p.start()
	// Otherwise the next kill could happen between its request and the record of it.
	p.await("what was written is delivered", `SELECT EXISTS (SELECT FROM notifier.deliveries WHERE subscription = $1 AND `+
		`state = 'delivered')`, subs["/written"])

	p.receiver.AtHandshake(func() { reach(); <-hold })
	subs["/connected"] = p.publish("/connected", events[2])
	testkit.Receive(t, reached, "a connection")
	p.kill()
	p.start()

	p.receiver.Once("/sent", func(http.ResponseWriter, *http.Request) { reach(); <-hold })
	subs["/sent"] = p.publish("/sent", events[3])
	testkit.Receive(t, reached, "a request")
	p.kill()
	p.start()

	answer := make(chan struct{})
	p.receiver.Once("/answered", func(http.ResponseWriter, *http.Request) { reach(); <-answer })
	subs["/answered"] = p.publish("/answered", events[4])
	testkit.Receive(t, reached, "a request")
	p.locked(`SELECT FROM notifier.deliveries WHERE subscription = $1 FOR UPDATE`, []any{subs["/answered"]}, func() {
		close(answer)
		p.stuck()
		p.kill()
	})
	p.start()

	p.receiver.Once("/refused", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	subs["/refused"] = p.publish("/refused", events[5])
	p.await("the refusal is recorded", `SELECT EXISTS (SELECT FROM notifier.deliveries WHERE subscription = $1 AND `+
		`attempts = 1)`, subs["/refused"])
	p.kill()
	p.start()

	p.await("all are delivered", `SELECT count(*) = 6 AND bool_and(state = 'delivered') FROM notifier.deliveries`)
	p.notifier.Stop()
	for _, path := range []string{"/taken", "/written", "/connected", "/sent", "/answered", "/refused"} {
		t.Logf("killed with the delivery %-11s %s", path[1:]+":", p.story(path))
	}
	refused := p.receiver.Arrivals("/refused")
	pause := refused[1].At.Sub(refused[0].At)
	assert.True(t, pause >= 30*time.Second, "tried again after", pause)
	for path, want := range map[string]int{"/taken": 1, "/written": 1, "/connected": 1, "/sent": 2, "/answered": 2,
		"/refused": 2} {
		assert.Equal(t, len(p.receiver.Arrivals(path)), want, path, "had requests")
	}
}

// publishHeld is publish, with the subscription held until the delivery is written and the notifier killed.
func (p *post) publishHeld(path string, event contract.EventType) (id string) {
	p.t.Helper()
	id = p.subscribe(path, event)
	p.locked(`SELECT FROM notifier.subscriptions WHERE id = $1 FOR NO KEY UPDATE`, []any{id}, func() {
		p.emit(event)
		p.await("the delivery is written", `SELECT EXISTS (SELECT FROM notifier.deliveries WHERE subscription = $1)`, id)
		p.kill()
	})
	return id
}

// story describes the requests on a path, and checks that they are one delivery.
func (p *post) story(path string) (story string) {
	p.t.Helper()
	all := p.receiver.Arrivals(path)
	for i, a := range all {
		if a.Delivery() != all[0].Delivery() || a.Body != all[0].Body {
			p.t.Errorf("%s: %+v after %+v", path, a, all[0])
		}
		if i > 0 {
			story += fmt.Sprintf(", again after %.1f s", a.At.Sub(all[i-1].At).Seconds())
		}
	}
	return fmt.Sprintf("%d request(s) of one id%s", len(all), story)
}
