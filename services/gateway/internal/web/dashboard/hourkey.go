package dashboard

import (
	"net/http"
	"net/url"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// hourKeyPath makes the key that the API reference sends requests with.
const hourKeyPath = keysPath + "/hour"

// hourKeyName stands in the list of keys and in the account's activity.
const hourKeyName = "API reference, one hour"

const hourKeyMinutes = 60

// hourKey is a new key as the script of the API reference reads it. The value is
// in this answer alone, which nothing stores.
type hourKey struct {
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Key       string         `json:"key"`
	ExpiresAt *contract.Time `json:"expiresAt"`
}

// unconfirmed is the refusal of a person who has to prove first who they are.
type unconfirmed struct {
	Error   string        `json:"error"`
	Code    contract.Code `json:"code"`
	Confirm string        `json:"confirm"` // path of the page for it, which leads back to the reference
}

// createHourKey makes a key that is valid for an hour, under the conditions of
// any other key: a session that was confirmed a short time ago, and a request of
// this site.
func (d *Dashboard) createHourKey(c *fiber.Ctx, v *visit) error {
	if !v.Session.Confirmed {
		return answerUnconfirmed(c, v)
	}
	value, err := contract.NewKey(d.deps.Random)
	if err != nil {
		return err
	}
	key, err := bus.Call[contract.Key](v.Context, d.deps.Bus, contract.RPCAuthSessionKeyCreate,
		contract.SessionCreateKeyRequest{
			BySession: v.by(), KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value), Name: hourKeyName,
			ExpiresInDays: 1, ExpiresInMinutes: hourKeyMinutes,
		})
	if fault.Is(err, contract.CodeInvalidState) { // the confirmation ended meanwhile
		return answerUnconfirmed(c, v)
	}
	if err != nil {
		return err
	}
	httpserver.WriteJSON(c.Context(), http.StatusCreated,
		hourKey{ID: key.ID, Name: key.Name, Key: value, ExpiresAt: key.ExpiresAt})
	return nil
}

func answerUnconfirmed(c *fiber.Ctx, v *visit) error {
	httpserver.WriteJSON(c.Context(), httpserver.StatusOf(contract.CodeInvalidState), unconfirmed{
		Error:   v.tr("It is some time since you signed in. Confirm first that it is you."),
		Code:    contract.CodeInvalidState,
		Confirm: confirmPath + "?next=" + url.QueryEscape(referencePath+"#authorize"),
	})
	return nil
}
