package dashboard

import (
	"errors"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// openHandler answers signed-in people and others.
type openHandler = httpserver.Handler

// handler answers a person who is signed in.
type handler func(c *fiber.Ctx, v *visit) error

// table collects routes.
type table struct {
	dashboard *Dashboard
	routes    []httpserver.Route
}

// open adds a route that needs no session.
func (t *table) open(method, path string, h openHandler) {
	t.routes = append(t.routes, httpserver.Route{Method: method, Path: path, Handle: t.dashboard.guarded(h)})
}

// get adds a page for people who are signed in.
func (t *table) get(path string, h handler) {
	t.open(fiber.MethodGet, path, t.dashboard.signedIn(h, false))
}

// poll is get for what a page asks by itself: it is no sign that a person is
// there.
func (t *table) poll(path string, h handler) {
	t.open(fiber.MethodGet, path, t.dashboard.signedIn(h, true))
}

// post adds what changes something, for people who are signed in.
func (t *table) post(path string, h handler) {
	t.open(fiber.MethodPost, path, t.dashboard.signedIn(h, false))
}

// errForeign is the answer to what another site had the browser send.
func errForeign(err error) error {
	return fault.Wrap(err, contract.CodeInvalidRequest,
		"The request came from another site. Open the page here and try again.")
}

// guarded sets the headers that every answer has and refuses what another site
// had the browser send (cross-site request forgery).
func (d *Dashboard) guarded(h openHandler) openHandler {
	return func(c *fiber.Ctx, r *httpserver.Request) error {
		setHeaders(&c.Response().Header, localHost(string(c.Request().Host())))
		if err := d.origins.Check(originOf(c)); err != nil {
			return errForeign(err)
		}
		return h(c, r)
	}
}

// redirect sends the browser on with GET, whatever it used now.
func redirect(c *fiber.Ctx, to string) error {
	return c.Redirect(to, fiber.StatusSeeOther)
}

// localPath keeps the destination of a redirect on this site: an absolute path
// that no browser takes for an address elsewhere; "/" for anything else.
func localPath(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Opaque != "" || u.User != nil ||
		!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\x00\r\n\t") {
		return "/"
	}
	return to
}

// idParam returns the id in the path. One that is malformed is answered as one
// that is not known.
func idParam(c *fiber.Ctx, prefix, what string) (string, error) {
	id := c.Params("id")
	if _, err := contract.ParseID(prefix, id); err != nil {
		return "", notFound(what)
	}
	return id, nil
}

func notFound(what string) error {
	return fault.New(contract.CodeNotFound, "There is no %s here with this address. It may have been deleted.", what)
}

// said returns the sentence of a refusal that belongs beside the form it is the
// answer to, and its status; ok is false for errors that are none of the form's.
func said(err error, codes ...contract.Code) (sentence string, status int, ok bool) {
	var f *fault.Error
	if !errors.As(err, &f) {
		return "", 0, false
	}
	for _, code := range codes {
		if f.Code == code {
			status = httpserver.StatusOf(code)
			if status == fiber.StatusUnauthorized {
				status = fiber.StatusForbidden
			}
			return f.Public, status, true
		}
	}
	return "", 0, false
}
