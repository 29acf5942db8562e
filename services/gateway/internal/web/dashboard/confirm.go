package dashboard

import (
	"net/http"
	"net/url"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// confirmForm is the data of the page that asks people to prove once more who
// they are.
type confirmForm struct {
	Next, Error string
	Email       string
	HasPassword bool
}

// askConfirmation sends who must prove first who they are to the page for it,
// and from there on to next.
func askConfirmation(c *fiber.Ctx, next string) error {
	return redirect(c, confirmPath+"?next="+url.QueryEscape(next))
}

func (d *Dashboard) confirmPage(c *fiber.Ctx, v *visit) error {
	next := localPath(c.Query("next"))
	if v.Session.Confirmed {
		return redirect(c, next)
	}
	return d.showConfirm(c, v, http.StatusOK, confirmForm{Next: next})
}

func (d *Dashboard) showConfirm(c *fiber.Ctx, v *visit, status int, f confirmForm) error {
	f.Email, f.HasPassword = v.Session.User.Email, v.Session.User.HasPassword
	return d.show(c, v, status, "confirm", page{Title: v.tr("Confirm that it is you"), Data: f})
}

// confirm goes on under a new secret once the password was right.
func (d *Dashboard) confirm(c *fiber.Ctx, v *visit) error {
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	secret, session, err := d.newSession(c, v.Request)
	if err != nil {
		return err
	}
	f := confirmForm{Next: localPath(form.Get("next"))}
	request := contract.ConfirmSessionRequest{BySession: v.by(), Password: contract.Password(form.Get("password")),
		NewSession: session}
	if request.Validate() != nil {
		f.Error = v.tr("Type your password.")
		return d.showConfirm(c, v, http.StatusBadRequest, f)
	}
	_, err = bus.Call[contract.Session](v.Context, d.deps.Bus, contract.RPCAuthSessionConfirm, request)
	if sentence, status, ok := said(err, contract.CodeAuthInvalid, contract.CodeRateLimited,
		contract.CodeInvalidState); ok {
		f.Error = sentence
		setRetryAfter(c, err)
		return d.showConfirm(c, v, status, f)
	}
	if err != nil {
		return err
	}
	keepSession(c, secret)
	return redirect(c, f.Next)
}
