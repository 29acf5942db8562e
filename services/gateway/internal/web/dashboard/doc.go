// Package dashboard is what people see of the service: pages that the gateway
// renders, in a browser, without any address but the gateway's own.
//
// A request passes the guard (headers that every answer has; whether another
// site sent it), then the session, then its handler. Pages work without script:
// they are links and forms, and a form that changed something answers with a
// redirect to the page that shows it. What the one script adds is comfort.
//
// Nothing here trusts what was read from documents, or what people typed:
// everything reaches a page through html/template, or as text by the script.
package dashboard
