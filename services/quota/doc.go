// Package quota is the service that counts requests in a rolling minute and documents in a calendar month.
// It owns the schema "quota", handles the requests under docmill.rpc.quota, and publishes the events
// quota.warning and quota.exceeded.
//
// The SQL function quota.charge charges documents. The gateway calls it inside the transaction that accepts
// them, so that a document and its charge are stored together or not at all. The gateway's database role
// can do nothing else in this schema.
package quota
