// Package notifier is the service for webhook subscriptions. It owns the schema "notifier" and handles the
// requests under docmill.rpc.notifier.
//
// Webhooks are planned and off unless Webhooks.Enabled is set. If off, clients cannot subscribe, no event
// is consumed and nothing is sent; subscriptions can be listed and removed. If on, the service consumes the
// events, stores a delivery for each matching subscription, and sends it by the schedule, at least once,
// until the receiver accepts or the retries are used up.
//
// Deliveries are unordered and may arrive more than once, with the same delivery id.
package notifier
