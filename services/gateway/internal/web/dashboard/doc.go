// Package dashboard puts the pages of the dashboard together: HTML that the gateway
// renders, in a browser, without requests to any other address.
//
// Package site is what the pages share. Each of the other packages has the pages of
// one subject with their templates.
package dashboard
