package contract

import "errors"

// Subscription is a webhook subscription (planned; specification, section 2.3)
// without its secret.
type Subscription struct {
	ID        string      `json:"id"`
	URL       string      `json:"url"`
	Events    []EventType `json:"events"`
	IsActive  bool        `json:"isActive"`
	CreatedAt Time        `json:"createdAt"`
}

// Validate checks that there is an id.
func (s Subscription) Validate() error {
	if s.ID == "" {
		return errors.New("subscription without id")
	}
	return nil
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

// DeleteSubscriptionRequest removes one; CodeNotFound when the account has none
// of that id.
type DeleteSubscriptionRequest struct {
	AccountID string `json:"accountId"`
	ID        string `json:"id"`
}

// Validate checks account and id.
func (r DeleteSubscriptionRequest) Validate() error {
	if r.ID == "" {
		return errors.New("id is empty")
	}
	return validID("accountId", PrefixAccount, r.AccountID)
}
