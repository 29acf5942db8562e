// Package notifier is the service that knows webhook subscriptions. It owns the
// schema "notifier" and answers the requests under docmill.rpc.notifier.
//
// Delivery is planned and not part of this version: nothing can be subscribed,
// no event is consumed, nothing is sent. Subscriptions can be listed and
// removed.
package notifier
