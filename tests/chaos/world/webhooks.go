package world

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/chaos/checker"
	"github.com/docmill/docmill/tests/instance"
)

const hookPath = "/chaos"

// subscribed is the account whose events are delivered as webhooks.
const subscribed = 0

// subscribe delivers one account's events to a receiver without faults: the test is about a killed notifier.
func (w *World) subscribe() {
	w.t.Helper()
	a := w.Accounts[subscribed]
	a.URL, a.Client = w.Gateways[0], http.DefaultClient
	body := strings.NewReader(`{"url": "` + w.receiver.URL + hookPath +
		`", "events": ["extraction.completed", "extraction.failed"]}`)
	instance.Want(w.t, http.StatusCreated)(a.Do(w.t.Context(), http.MethodPost, "/api/webhooks/notifications", body,
		map[string]string{"Content-Type": "application/json"}))
	w.backdate()
}

// backdate makes the subscription older than any clock deviation, because it gets only later events.
func (w *World) backdate() {
	testkit.Exec(w.t, instance.Database(w.t, w.DatabaseURL()),
		`UPDATE notifier.subscriptions SET created_at = created_at - interval '1 hour'`)
}

// deliveries are the received webhooks: the delivery ids by subject.
func (w *World) deliveries() []checker.Message {
	var all []checker.Message
	for _, arrival := range w.receiver.Arrivals(hookPath) {
		var event struct {
			Event contract.EventType
			Data  struct{ ID string }
		}
		if err := json.Unmarshal([]byte(arrival.Body), &event); err != nil {
			w.t.Errorf("a webhook is no event: %s", arrival.Body)
			continue
		}
		all = append(all, checker.Message{ID: arrival.Delivery(), Type: string(event.Event), About: event.Data.ID})
	}
	return all
}
