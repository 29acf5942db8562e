package account

import (
	"net/http"
	"net/url"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

const (
	// temporaryKeyName is the name in the list of keys and in the audit.
	temporaryKeyName    = "API reference, one hour"
	temporaryKeyMinutes = 60
)

// temporaryKey is the answer to the script of the API reference. Nothing stores the
// value.
type temporaryKey struct {
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Key       string         `json:"key"`
	ExpiresAt *contract.Time `json:"expiresAt"`
}

// confirmationRequired is the answer if the user has to confirm the password first.
type confirmationRequired struct {
	Error   string        `json:"error"`
	Code    contract.Code `json:"code"`
	Confirm string        `json:"confirm"` // path of the page that asks for the password
}

// createTemporaryKey creates a key for the API reference that is valid for an hour. It
// has the same conditions as other keys: a recently confirmed session and a request
// from this site.
func (p *Pages) createTemporaryKey(c *fiber.Ctx, session *site.Session) error {
	if !session.Confirmed {
		return requireConfirmation(c, session)
	}
	value, err := contract.NewKey(p.site.Random)
	if err != nil {
		return err
	}
	key, err := bus.Call[contract.Key](session.Context, p.site.Bus, contract.RPCAuthSessionKeyCreate,
		contract.SessionCreateKeyRequest{
			BySession: session.By(), KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value),
			Name:          temporaryKeyName,
			ExpiresInDays: 1, ExpiresInMinutes: temporaryKeyMinutes,
		})
	if apierror.Is(err, contract.CodeInvalidState) { // the confirmation expired meanwhile
		return requireConfirmation(c, session)
	}
	if err != nil {
		return err
	}
	httpserver.WriteJSON(c.Context(), http.StatusCreated,
		temporaryKey{ID: key.ID, Name: key.Name, Key: value, ExpiresAt: key.ExpiresAt})
	return nil
}

func requireConfirmation(c *fiber.Ctx, session *site.Session) error {
	httpserver.WriteJSON(c.Context(), httpserver.StatusOf(contract.CodeInvalidState), confirmationRequired{
		Error:   session.Tr("Please enter your password again."),
		Code:    contract.CodeInvalidState,
		Confirm: site.ConfirmPath + "?next=" + url.QueryEscape(site.ReferencePath+"#authorize"),
	})
	return nil
}
