package account

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// confirmForm is the data of the page that asks for the password again.
type confirmForm struct {
	Next, Error string
	Email       string
	HasPassword bool
}

func (p *Pages) confirmPage(c *fiber.Ctx, session *site.Session) error {
	next := site.LocalPath(c.Query("next"))
	if session.Confirmed {
		return site.Redirect(c, next)
	}
	return p.showConfirm(c, session, http.StatusOK, confirmForm{Next: next})
}

func (p *Pages) showConfirm(c *fiber.Ctx, session *site.Session, status int, f confirmForm) error {
	f.Email, f.HasPassword = session.User.Email, session.User.HasPassword
	return p.site.Show(c, session, status, "confirm", site.Page{Title: session.Tr("Confirm your identity"), Data: f})
}

// confirm replaces the session's secret if the password is right.
func (p *Pages) confirm(c *fiber.Ctx, session *site.Session) error {
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	secret, newSession, err := p.site.NewSession(c, session.Request)
	if err != nil {
		return err
	}
	f := confirmForm{Next: site.LocalPath(form.Get("next"))}
	request := contract.ConfirmSessionRequest{BySession: session.By(), Password: contract.Password(form.Get("password")),
		NewSession: newSession}
	if request.Validate() != nil {
		f.Error = session.Tr("Enter your password.")
		return p.showConfirm(c, session, http.StatusBadRequest, f)
	}
	_, err = bus.Call[contract.Session](session.Context, p.site.Bus, contract.RPCAuthSessionConfirm, request)
	if message, status, ok := site.Refusal(err, contract.CodeAuthInvalid, contract.CodeRateLimited,
		contract.CodeInvalidState); ok {
		f.Error = message
		site.SetRetryAfter(c, err)
		return p.showConfirm(c, session, status, f)
	}
	if err != nil {
		return err
	}
	site.KeepSession(c, secret)
	return site.Redirect(c, f.Next)
}
