// Package auth is the service that knows accounts, their API keys, and the people
// who sign in to the dashboard with their sessions. It owns the schema "auth" and
// answers the requests under docmill.rpc.auth.
//
// A key's value never reaches it, nor does the secret of a session or of a
// one-time link: callers make these and send their SHA-256 (contract.HashKey,
// contract.HashSecret), and what is stored is an HMAC of that hash under a pepper
// derived from the installation's secret. Passwords do reach it, since it alone
// can check them; they are stored as argon2id over an HMAC.
package auth
