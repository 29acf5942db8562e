// Package httpserver is the HTTP server of the public port, on Fiber: listener and connection limits,
// request bodies, general request checks, error responses, streams, health and telemetry. An App provides
// the content; the packages api and dashboard build its parts and do not know each other.
//
// A request passes, in this order: the middleware around Fiber (request id, panics, the rest of its body,
// metrics, HTTP validity), App.Before, the route and its method, and then its handler. Handlers return
// errors; one function converts them to the body {"error", "code"} and the status of the code.
//
// Bodies are streamed and never buffered by the framework. The middleware handles three consequences: only
// the handlers' size limits apply, the framework's read timeout does not fit, and unread bytes would be
// parsed as the next request.
package httpserver
