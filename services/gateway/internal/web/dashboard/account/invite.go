package account

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// linkForm is the data of the pages that accept a one-time link: first the link, then
// the password.
type linkForm struct {
	Secret string
	Email  string // as typed; only if the link's user has none
	Error  string

	Link        *contract.Link // nil on the first page
	MinPassword int            // characters
}

// linkPage is the target of one-time links. The secret is in the fragment, which only
// a script sees; without script, users paste the link.
func (p *Pages) linkPage(c *fiber.Ctx, _ *httpserver.Request) error {
	return p.showLinkForm(c, http.StatusOK, linkForm{})
}

func (p *Pages) showLinkForm(c *fiber.Ctx, status int, f linkForm) error {
	title, address := p.site.Tr(c, "Open your link"), contract.InvitePath
	f.MinPassword = contract.MinPassword
	if f.Link != nil {
		address = "" // only this page has the secret
	}
	switch {
	case f.Link != nil && f.Link.User.Invited:
		title = p.site.Tr(c, "Welcome to docmill")
	case f.Link != nil:
		title = p.site.Tr(c, "Set a new password")
	}
	return p.site.Render(c.Context(), status, "welcome", site.Page{Title: title, Data: f, Address: address})
}

// linkSecret returns the secret of a link; the text may also be the secret alone.
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

const invalidLink = "This is not a complete one-time link. Copy the whole link."

// openLink checks a link and asks for the password.
func (p *Pages) openLink(c *fiber.Ctx, r *httpserver.Request) error {
	if site.IsPlainHTTP(c) {
		return errPlainHTTP()
	}
	form, err := site.ReadForm(c, r)
	if err != nil {
		return err
	}
	f := linkForm{Secret: linkSecret(form.Get("link"))}
	if f.Secret == "" {
		return p.showLinkForm(c, http.StatusBadRequest, linkForm{Error: p.site.Tr(c, invalidLink)})
	}
	return p.askPassword(c, r, http.StatusOK, f)
}

// askPassword shows the second page, or why the link is invalid.
func (p *Pages) askPassword(c *fiber.Ctx, r *httpserver.Request, status int, f linkForm) error {
	link, err := bus.Call[contract.Link](r.Context, p.site.Bus, contract.RPCAuthSessionLink,
		contract.LinkRequest{LinkHash: contract.HashSecret(f.Secret), Address: r.Client.String()})
	if message, status, ok := site.Refusal(err, contract.CodeNotFound, contract.CodeRateLimited); ok {
		site.SetRetryAfter(c, err)
		return p.showLinkForm(c, status, linkForm{Error: message})
	}
	if err != nil {
		return err
	}
	f.Link = &link
	return p.showLinkForm(c, status, f)
}

// acceptLink uses the link and signs its user in.
func (p *Pages) acceptLink(c *fiber.Ctx, r *httpserver.Request) error {
	if site.IsPlainHTTP(c) {
		return errPlainHTTP()
	}
	form, err := site.ReadForm(c, r)
	if err != nil {
		return err
	}
	f := linkForm{Secret: linkSecret(form.Get("link")), Email: strings.TrimSpace(form.Get("email"))}
	if f.Secret == "" {
		return p.showLinkForm(c, http.StatusBadRequest, linkForm{Error: p.site.Tr(c, invalidLink)})
	}
	secret, newSession, err := p.site.NewSession(c, r)
	if err != nil {
		return err
	}
	request := contract.AcceptLinkRequest{
		LinkHash: contract.HashSecret(f.Secret), Email: f.Email,
		Password: contract.Password(form.Get("password")), NewSession: newSession,
	}
	if err := request.Validate(); err != nil {
		f.Error = p.site.Tr(c, "Enter an e-mail address and a password.")
		return p.askPassword(c, r, http.StatusBadRequest, f)
	}
	_, err = bus.Call[contract.Session](r.Context, p.site.Bus, contract.RPCAuthSessionAcceptLink, request)
	if err != nil {
		return p.showLinkError(c, r, f, err)
	}
	p.endPrevious(c, r)
	site.KeepSession(c, secret)
	return site.Redirect(c, "/")
}

// showLinkError shows what is wrong with the input or the link.
func (p *Pages) showLinkError(c *fiber.Ctx, r *httpserver.Request, f linkForm, err error) error {
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodeInvalidState); ok {
		f.Error = message
		return p.askPassword(c, r, status, f)
	}
	if message, status, ok := site.Refusal(err, contract.CodeNotFound, contract.CodeRateLimited); ok {
		site.SetRetryAfter(c, err)
		return p.showLinkForm(c, status, linkForm{Error: message})
	}
	return err
}
