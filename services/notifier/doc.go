// Package notifier is the service that knows webhook subscriptions. It owns the
// schema "notifier" and answers the requests under docmill.rpc.notifier.
//
// Webhooks are planned and off unless Webhooks.Enabled says otherwise. Off,
// nothing can be subscribed, no event is consumed and nothing is sent;
// subscriptions can be listed and removed. On, it consumes the events, keeps a
// delivery for each subscription that wants one, and sends it by the schedule,
// at least once, until the receiver accepts or the retries are used up.
//
// What it does not promise: an order of deliveries, and that one arrives only
// once. A delivery has the same id however often it comes.
package notifier
