package contract

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// While webhooks are not enabled (DOCMILL_WEBHOOKS_ENABLED), all requests under docmill.rpc.notifier return
// CodeWebhooksNotAvailable, except RPCNotifierList, RPCNotifierDelete and RPCNotifierForget.

// PrefixDelivery is the prefix of a delivery's id, before a UUID. The ids of subscriptions are PrefixSubscription and a
// token, and secrets are PrefixWebhookSecret and base64.
const (
	PrefixSubscription  = "wh_"
	PrefixDelivery      = "dlv_"
	PrefixWebhookSecret = "whsec_"
)

// Limits of webhooks.
const (
	// MaxSubscriptions of one account.
	MaxSubscriptions = 20
	// MaxWebhookURL is the longest URL of a receiver, in bytes.
	MaxWebhookURL = 2048
	// SecretOverlap is how long the previous secret still signs after a rotation.
	SecretOverlap = 24 * time.Hour
	// MaxDeliveryPage bounds the deliveries of one list.
	MaxDeliveryPage = 100
)

// HasWebhooks reports whether the plan has webhooks.
func (p Plan) HasWebhooks() bool { return p == PlanPro || p == PlanEnterprise }

// SubscriptionState is the state of a subscription.
type SubscriptionState string

// The states: active until the last retry of a delivery fails; failing until the next success; disabled after 72 hours
// of failures, until it is enabled again.
const (
	SubscriptionActive   SubscriptionState = "active"
	SubscriptionFailing  SubscriptionState = "failing"
	SubscriptionDisabled SubscriptionState = "disabled"
)

// Subscription is a webhook subscription without its secret.
type Subscription struct {
	ID        string      `json:"id"`
	URL       string      `json:"url"`
	Events    []EventType `json:"events"`
	IsActive  bool        `json:"isActive"` // State is not disabled
	CreatedAt Time        `json:"createdAt"`

	State SubscriptionState `json:"state,omitempty"`
	// FailingSince is when the current series of failures began; nil if the last delivery succeeded.
	FailingSince *Time `json:"failingSince,omitempty"`
	// PreviousSecretUntil is when the previous secret stops signing; nil if only one secret is valid.
	PreviousSecretUntil *Time `json:"previousSecretUntil,omitempty"`
}

// Validate checks that there is an id.
func (s Subscription) Validate() error {
	if s.ID == "" {
		return errors.New("subscription without id")
	}
	return nil
}

// CreateSubscriptionRequest creates a subscription. Errors: CodePlanRequired if the plan has no webhooks,
// CodeInvalidRequest if the URL or an event is not valid, CodeLimitReached at MaxSubscriptions.
type CreateSubscriptionRequest struct {
	AccountID string      `json:"accountId"`
	Plan      Plan        `json:"plan"`
	URL       string      `json:"url"`
	Events    []EventType `json:"events"`
}

// Validate checks the account. The notifier checks the rest and returns an error for the user.
func (r CreateSubscriptionRequest) Validate() error {
	return validID("accountId", PrefixAccount, r.AccountID)
}

// SubscriptionSecret is a subscription with its secret. No other message has the secret.
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

// SubscriptionRequest names a subscription of an account. The subject decides whether its secret is rotated, or
// whether it is enabled or tested. The error is CodeNotFound if the account has no such subscription.
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

// DeleteSubscriptionRequest removes a subscription with its deliveries. The error is CodeNotFound if the account has no
// such subscription.
type DeleteSubscriptionRequest = SubscriptionRequest

// ReplayRequest sends the failed deliveries of one subscription since a time again. The error is
// CodeInvalidState if it is disabled.
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

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states of a delivery. A failed one has used up its retries, or its subscription was disabled; it can
// be replayed.
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
	// LastStatus is the HTTP status of the last response, or nil.
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

// DeliveryRequest identifies one delivery, to read or replay it. Errors: CodeNotFound without the delivery;
// for a replay, CodeInvalidState if it has not ended or its subscription is disabled.
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

// ForgetEventsRequest erases the events about some documents or batches, with their deliveries and log.
type ForgetEventsRequest struct {
	AccountID string   `json:"accountId"`
	IDs       []string `json:"ids"`
}

// Validate checks the account.
func (r ForgetEventsRequest) Validate() error {
	return validID("accountId", PrefixAccount, r.AccountID)
}

// SubscriptionChanged is the signal that a subscription's state has changed. It is sent at least once for
// each change, in order.
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
