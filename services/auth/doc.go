// Package auth is the service for accounts, their API keys, and the users of the dashboard with their
// sessions. It owns the schema "auth" and handles the requests under docmill.rpc.auth.
//
// It never gets the value of a key, or the secret of a session or one-time link: callers generate these and
// send their SHA-256 (contract.HashKey, contract.HashSecret), and the service stores an HMAC of that hash
// under a pepper derived from the installation's secret. It does get passwords, because only it can check
// them; it stores them as argon2id over an HMAC.
package auth
