package dashboard

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// welcomeForm is the data of the pages that take a one-time link: first the link
// itself, then the password.
type welcomeForm struct {
	Secret string
	Email  string // as typed, where the link's user has none
	Error  string

	Link *contract.Link // nil on the first page
	// Least is how many characters a password has.
	Least int
}

// welcomePage is where a one-time link leads. The link's secret is in the
// fragment, which only a script sees; without one, people paste the link.
func (d *Dashboard) welcomePage(c *fiber.Ctx, _ *httpserver.Request) error {
	return d.showWelcome(c, http.StatusOK, welcomeForm{})
}

func (d *Dashboard) showWelcome(c *fiber.Ctx, status int, f welcomeForm) error {
	title, address := d.tr(c, "Open your link"), contract.WelcomePath
	f.Least = contract.MinPassword
	if f.Link != nil {
		address = "" // the secret of the link is on this page alone
	}
	switch {
	case f.Link != nil && f.Link.User.Invited:
		title = d.tr(c, "Welcome to docmill")
	case f.Link != nil:
		title = d.tr(c, "Set a new password")
	}
	return d.render(c.Context(), status, "welcome", page{Title: title, Data: f, Address: address})
}

// linkSecret takes the secret alone or the whole link, as people paste it.
func linkSecret(text string) string {
	text = strings.TrimSpace(text)
	if _, fragment, found := strings.Cut(text, "#"); found {
		text = fragment
	}
	if !contract.IsSecret(text) {
		return ""
	}
	return text
}

// noLink is said of what is no link.
const noLink = "This is no one-time link, or a part of it is missing. Copy the whole link."

// welcome looks at a link and asks for the password.
func (d *Dashboard) welcome(c *fiber.Ctx, r *httpserver.Request) error {
	if openNetwork(c) {
		return errOpenNetwork()
	}
	form, err := readForm(c, r)
	if err != nil {
		return err
	}
	f := welcomeForm{Secret: linkSecret(form.Get("link"))}
	if f.Secret == "" {
		return d.showWelcome(c, http.StatusBadRequest, welcomeForm{Error: d.tr(c, noLink)})
	}
	return d.askPassword(c, r, http.StatusOK, f)
}

// askPassword shows the second page, or why there is none.
func (d *Dashboard) askPassword(c *fiber.Ctx, r *httpserver.Request, status int, f welcomeForm) error {
	link, err := bus.Call[contract.Link](r.Context, d.deps.Bus, contract.RPCAuthSessionLink,
		contract.LinkRequest{LinkHash: contract.HashSecret(f.Secret), Address: r.Client.String()})
	if sentence, status, ok := said(err, contract.CodeNotFound, contract.CodeRateLimited); ok {
		setRetryAfter(c, err)
		return d.showWelcome(c, status, welcomeForm{Error: sentence})
	}
	if err != nil {
		return err
	}
	f.Link = &link
	return d.showWelcome(c, status, f)
}

// acceptLink uses a link up and signs its user in.
func (d *Dashboard) acceptLink(c *fiber.Ctx, r *httpserver.Request) error {
	if openNetwork(c) {
		return errOpenNetwork()
	}
	form, err := readForm(c, r)
	if err != nil {
		return err
	}
	f := welcomeForm{Secret: linkSecret(form.Get("link")), Email: strings.TrimSpace(form.Get("email"))}
	if f.Secret == "" {
		return d.showWelcome(c, http.StatusBadRequest, welcomeForm{Error: d.tr(c, noLink)})
	}
	secret, session, err := d.newSession(c, r)
	if err != nil {
		return err
	}
	request := contract.AcceptLinkRequest{
		LinkHash: contract.HashSecret(f.Secret), Email: f.Email,
		Password: contract.Password(form.Get("password")), NewSession: session,
	}
	if err := request.Validate(); err != nil {
		f.Error = d.tr(c, "Type an e-mail address and a password.")
		return d.askPassword(c, r, http.StatusBadRequest, f)
	}
	_, err = bus.Call[contract.Session](r.Context, d.deps.Bus, contract.RPCAuthSessionAcceptLink, request)
	if err != nil {
		return d.notAccepted(c, r, f, err)
	}
	d.endOld(c, r)
	keepSession(c, secret)
	return redirect(c, "/")
}

// notAccepted shows what is wrong: with what was typed, or with the link.
func (d *Dashboard) notAccepted(c *fiber.Ctx, r *httpserver.Request, f welcomeForm, err error) error {
	if sentence, status, ok := said(err, contract.CodeInvalidRequest, contract.CodeInvalidState); ok {
		f.Error = sentence
		return d.askPassword(c, r, status, f)
	}
	if sentence, status, ok := said(err, contract.CodeNotFound, contract.CodeRateLimited); ok {
		setRetryAfter(c, err)
		return d.showWelcome(c, status, welcomeForm{Error: sentence})
	}
	return err
}
