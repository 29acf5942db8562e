// Package api is the public API under /api, with the API reference's files: routes, keys and rates,
// parameters and bodies, responses. Package httpserver serves it beside the dashboard, which it does not
// know.
//
// A request passes the key, the rate, the route, and then its handler, which checks headers and parameters,
// then the idempotency key, then the body.
package api
