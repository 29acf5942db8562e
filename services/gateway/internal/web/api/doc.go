// Package api is the public API under /api, and the API reference's files: routes,
// keys and rates, parameters and bodies, answers. It is served by package
// httpserver, beside the dashboard, of which it knows nothing.
//
// A request passes the key, the rate, the route, and then its handler, which
// looks at headers and parameters, then at the idempotency key, then at the body.
package api
