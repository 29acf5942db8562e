package contract

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Everything under docmill.rpc.notifier but RPCNotifierList, RPCNotifierDelete
// and RPCNotifierForget is refused with CodeWebhooksNotAvailable as long as
// webhooks are not enabled (DOCMILL_WEBHOOKS_ENABLED).

// PrefixDelivery begins a delivery's id; a uuid follows. The ids of
// subscriptions are PrefixSubscription and a token, those of secrets
// PrefixWebhookSecret and base64.
const (
	PrefixSubscription  = "wh_"
	PrefixDelivery      = "dlv_"
	PrefixWebhookSecret = "whsec_"
)

// Limits of webhooks.
const (
	// MaxSubscriptions of one account.
	MaxSubscriptions = 20
	// MaxWebhookURL is the longest address of a receiver, in bytes.
	MaxWebhookURL = 2048
	// SecretOverlap is how long the secret before a rotation still signs.
	SecretOverlap = 24 * time.Hour
	// MaxDeliveryPage is how many deliveries one list holds at most.
	MaxDeliveryPage = 100
)

// HasWebhooks reports whether the plan may subscribe.
func (p Plan) HasWebhooks() bool { return p == PlanPro || p == PlanEnterprise }

// SubscriptionState reports how a subscription fares.
type SubscriptionState string

// The states: active until a delivery's last retry fails; failing until the
// next success; disabled after 72 hours of failures, until somebody enables it.
const (
	SubscriptionActive   SubscriptionState = "active"
	SubscriptionFailing  SubscriptionState = "failing"
	SubscriptionDisabled SubscriptionState = "disabled"
)

// Subscription is a webhook subscription (planned; specification, section 2.3)
// without its secret.
type Subscription struct {
	ID        string      `json:"id"`
	URL       string      `json:"url"`
	Events    []EventType `json:"events"`
	IsActive  bool        `json:"isActive"` // State is not disabled
	CreatedAt Time        `json:"createdAt"`

	State SubscriptionState `json:"state,omitempty"`
	// FailingSince is when the unbroken run of failures began; nil when the last
	// delivery succeeded.
	FailingSince *Time `json:"failingSince,omitempty"`
	// PreviousSecretUntil is when the secret before the last rotation stops
	// signing; nil when one secret is valid.
	PreviousSecretUntil *Time `json:"previousSecretUntil,omitempty"`
}

// Validate checks that there is an id.
func (s Subscription) Validate() error {
	if s.ID == "" {
		return errors.New("subscription without id")
	}
	return nil
}

// CreateSubscriptionRequest subscribes an account. CodePlanRequired without a
// plan that has webhooks, CodeInvalidRequest for an address or event that is
// not taken, CodeLimitReached at MaxSubscriptions.
type CreateSubscriptionRequest struct {
	AccountID string      `json:"accountId"`
	Plan      Plan        `json:"plan"`
	URL       string      `json:"url"`
	Events    []EventType `json:"events"`
}

// Validate checks the account. The rest is the user's, who is told what is
// wrong with it.
func (r CreateSubscriptionRequest) Validate() error {
	return validID("accountId", PrefixAccount, r.AccountID)
}

// SubscriptionSecret is a subscription with its secret: the one message, and the
// only time, that carries one.
type SubscriptionSecret struct {
	Subscription
	Secret string `json:"secret"`
}

// Validate checks that both are there.
func (s SubscriptionSecret) Validate() error {
	if s.Secret == "" {
		return errors.New("no secret")
	}
	return s.Subscription.Validate()
}

// ListSubscriptionsRequest asks for an account's subscriptions.
type ListSubscriptionsRequest struct {
	AccountID string `json:"accountId"`
}

// Validate checks the id.
func (r ListSubscriptionsRequest) Validate() error {
	return validID("accountId", PrefixAccount, r.AccountID)
}

// ListSubscriptionsReply holds the subscriptions, newest first.
type ListSubscriptionsReply struct {
	Items []Subscription `json:"items"`
}

// Validate checks every subscription.
func (r ListSubscriptionsReply) Validate() error { return validEach(r.Items) }

// SubscriptionRequest names one subscription of an account; CodeNotFound when
// the account has none of that id. It rotates the secret, enables or tests the
// subscription, by the subject that it is sent to.
type SubscriptionRequest struct {
	AccountID string `json:"accountId"`
	ID        string `json:"id"`
}

// Validate checks account and id.
func (r SubscriptionRequest) Validate() error {
	if r.ID == "" {
		return errors.New("id is empty")
	}
	return validID("accountId", PrefixAccount, r.AccountID)
}

// DeleteSubscriptionRequest removes one with its deliveries; CodeNotFound when
// the account has none of that id.
type DeleteSubscriptionRequest = SubscriptionRequest

// ReplayRequest sends the failed deliveries of one subscription again that were
// made at Since or later. CodeInvalidState when it is disabled.
type ReplayRequest struct {
	AccountID string `json:"accountId"`
	ID        string `json:"id"` // of the subscription
	Since     Time   `json:"since"`
}

// Validate checks account and id.
func (r ReplayRequest) Validate() error {
	return SubscriptionRequest{AccountID: r.AccountID, ID: r.ID}.Validate()
}

// ReplayReply reports how many deliveries are due again.
type ReplayReply struct {
	Replayed int `json:"replayed"`
}

// Validate checks the count.
func (r ReplayReply) Validate() error {
	if r.Replayed < 0 {
		return fmt.Errorf("%d replayed", r.Replayed)
	}
	return nil
}

// DeliveryState reports what became of a delivery.
type DeliveryState string

// The states of a delivery. One that failed has used up its retries, or its
// subscription was disabled meanwhile; it can be replayed.
const (
	DeliveryPending   DeliveryState = "pending"
	DeliveryDelivered DeliveryState = "delivered"
	DeliveryFailed    DeliveryState = "failed"
)

// Delivery is one event on its way to one receiver.
type Delivery struct {
	ID             string        `json:"id"`
	SubscriptionID string        `json:"subscriptionId"`
	Event          EventType     `json:"event"`
	State          DeliveryState `json:"status"`
	Test           bool          `json:"test"`     // asked for by a person, with made-up data
	Attempts       int           `json:"attempts"` // made so far
	CreatedAt      Time          `json:"createdAt"`
	NextAttemptAt  *Time         `json:"nextAttemptAt"` // of a pending one
	EndedAt        *Time         `json:"endedAt"`
	// LastStatus is the HTTP status of the last answer, nil when there was
	// none.
	LastStatus *int `json:"lastStatus"`
	// LastError says why the last attempt got no answer.
	LastError *string `json:"lastError"`
}

// Validate checks that there is an id.
func (d Delivery) Validate() error {
	if d.ID == "" {
		return errors.New("delivery without id")
	}
	return nil
}

// DeliveryAttempt is one request of a delivery and its answer.
type DeliveryAttempt struct {
	Number     int               `json:"number"` // from 1
	StartedAt  Time              `json:"startedAt"`
	DurationMs int64             `json:"durationMs"`
	Headers    map[string]string `json:"headers"` // of the request
	Status     *int              `json:"status"`  // nil without an answer
	Error      *string           `json:"error"`   // why there was none
	Answer     string            `json:"answer"`  // the beginning of its body
}

// DeliveryDetail is a delivery with everything that was sent and answered.
type DeliveryDetail struct {
	Delivery
	URL  string            `json:"url"`
	Body string            `json:"body"` // the same on every attempt, byte for byte
	Log  []DeliveryAttempt `json:"log"`  // oldest first
}

// ListDeliveriesRequest asks for a page of a subscription's deliveries.
type ListDeliveriesRequest struct {
	AccountID      string `json:"accountId"`
	SubscriptionID string `json:"subscriptionId"`
	// State keeps the others out; all when empty.
	State  DeliveryState `json:"state,omitempty"`
	Cursor string        `json:"cursor,omitempty"` // of the page before
	Limit  int           `json:"limit"`
}

// Validate checks ids, state and limit.
func (r ListDeliveriesRequest) Validate() error {
	known := []DeliveryState{"", DeliveryPending, DeliveryDelivered, DeliveryFailed}
	if !slices.Contains(known, r.State) {
		return fmt.Errorf("unknown state %.20q", r.State)
	}
	if r.Limit < 1 || r.Limit > MaxDeliveryPage {
		return fmt.Errorf("limit %d is not from 1 to %d", r.Limit, MaxDeliveryPage)
	}
	return SubscriptionRequest{AccountID: r.AccountID, ID: r.SubscriptionID}.Validate()
}

// ListDeliveriesReply holds a page, newest first; NextCursor is empty on the
// last one.
type ListDeliveriesReply struct {
	Items      []Delivery `json:"items"`
	NextCursor string     `json:"nextCursor,omitempty"`
}

// Validate checks every delivery.
func (r ListDeliveriesReply) Validate() error { return validEach(r.Items) }

// DeliveryRequest names one delivery, to read or to replay it: CodeNotFound when
// the account's subscription has none of that id; to replay one, it must have
// ended (CodeInvalidState) and its subscription not be disabled.
type DeliveryRequest struct {
	AccountID      string `json:"accountId"`
	SubscriptionID string `json:"subscriptionId"`
	ID             string `json:"id"`
}

// Validate checks that all are there.
func (r DeliveryRequest) Validate() error {
	if r.ID == "" {
		return errors.New("id is empty")
	}
	return SubscriptionRequest{AccountID: r.AccountID, ID: r.SubscriptionID}.Validate()
}

// ForgetEventsRequest erases what is kept of the events about some documents or
// batches, deliveries and their log included.
type ForgetEventsRequest struct {
	AccountID string   `json:"accountId"`
	IDs       []string `json:"ids"`
}

// Validate checks the account.
func (r ForgetEventsRequest) Validate() error {
	return validID("accountId", PrefixAccount, r.AccountID)
}

// SubscriptionChanged is the signal that a subscription has another state. It is
// sent at least once for each change, in their order.
type SubscriptionChanged struct {
	AccountID string            `json:"accountId"`
	ID        string            `json:"id"`
	From      SubscriptionState `json:"from"`
	To        SubscriptionState `json:"to"`
	At        Time              `json:"at"`
}

// Validate checks that it says something.
func (s SubscriptionChanged) Validate() error {
	if s.ID == "" || s.From == s.To {
		return errors.New("no change of a subscription")
	}
	return validID("accountId", PrefixAccount, s.AccountID)
}
