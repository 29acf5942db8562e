// Package quota is the service that counts: requests in a rolling minute,
// documents in a calendar month. It owns the schema "quota", answers the
// requests under docmill.rpc.quota, and publishes the events quota.warning and
// quota.exceeded.
//
// Documents are charged by the SQL function quota.charge, which the gateway
// calls inside the transaction that accepts them, so that a document and its
// charge exist together or not at all. Calling that function is all that the
// gateway's database role may do in this schema.
package quota
