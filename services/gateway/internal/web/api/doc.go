// Package api is the public HTTP interface of the service, on Fiber.
//
// A request passes, in this order: the frame (request id, panics, what is left
// of its body, metrics, whether it is valid HTTP at all), the key, the rate, the
// route and its method, and then its handler, which looks at headers and
// parameters, then at the idempotency key, then at the body. Handlers return
// errors; one place turns them into the body {"error", "code"} and the status
// that belongs to the code.
//
// Bodies are streamed and never buffered by the framework, which has three
// consequences that the frame takes care of: no limit holds but the ones that
// handlers set, the framework's read timeout does not fit, and what a handler
// leaves unread would be taken for the next request.
package api
