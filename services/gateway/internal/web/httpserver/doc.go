// Package httpserver is the HTTP server of the public port, on Fiber: listener
// and bounds of connections, request bodies, the checks that every request
// passes, errors as HTTP answers, streams, health and telemetry. What is served
// is passed in as an App; the packages api and dashboard make its parts and
// know nothing of each other.
//
// A request passes, in this order: the middleware around Fiber (request id,
// panics, what is left of its body, metrics, whether it is valid HTTP at all),
// App.Before, the route and its method, and then its handler. Handlers return
// errors; one place turns them into the body {"error", "code"} and the status
// that belongs to the code.
//
// Bodies are streamed and never buffered by the framework, which has three
// consequences that the middleware handles: no limit holds but the ones that
// handlers set, the framework's read timeout does not fit, and what a handler
// leaves unread would be taken for the next request.
package httpserver
