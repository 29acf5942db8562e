// Package auth is the service that knows accounts and their API keys. It owns
// the schema "auth" and answers the requests under docmill.rpc.auth.
//
// A key's value never reaches it: callers send the value's SHA-256
// (contract.HashKey), and what is stored is an HMAC of that hash under a pepper
// derived from the installation's secret.
package auth
