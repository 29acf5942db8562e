package api

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// newKeyBody is the only response with a key's value.
type newKeyBody struct {
	ID        string         `json:"id"`
	Key       string         `json:"key"`
	Name      string         `json:"name"`
	Prefix    string         `json:"prefix"`
	LastFour  string         `json:"lastFour"`
	CreatedAt contract.Time  `json:"createdAt"`
	ExpiresAt *contract.Time `json:"expiresAt"`
}

type wantedKey struct {
	name string
	days int // of its life; 0 means forever
}

// registerKey creates a key or, for a caller without one, an account. Only the client gets the key, auth its hash.
func (a *API) registerKey(c *fiber.Ctx, cl *call) error {
	wanted, err := keyBody(c, cl)
	if err != nil {
		return err
	}
	value, err := contract.NewKey(a.deps.Random)
	if err != nil {
		return err
	}
	create := a.createKey
	if cl.principal.AccountID == "" {
		create = a.createAccount
	}
	made, err := create(c, cl, wanted, value)
	if err != nil {
		return fmt.Errorf("make key: %w", err)
	}
	httpserver.WriteJSON(c.Context(), http.StatusCreated, newKeyBody{
		ID: made.ID, Key: value, Name: made.Name, Prefix: made.Prefix, LastFour: made.LastFour,
		CreatedAt: made.CreatedAt, ExpiresAt: made.ExpiresAt,
	})
	return nil
}

func (a *API) createKey(_ *fiber.Ctx, cl *call, wanted wantedKey, value string) (contract.Key, error) {
	return bus.Call[contract.Key](cl.Context, a.deps.Bus, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: cl.principal.AccountID, KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value),
		Name: wanted.name, ExpiresInDays: wanted.days, CreatedBy: &cl.principal.KeyID,
	})
}

func (a *API) createAccount(c *fiber.Ctx, cl *call, wanted wantedKey, value string) (contract.Key, error) {
	made, err := bus.Call[contract.RegisterReply](cl.Context, a.deps.Bus, contract.RPCAuthRegister,
		contract.RegisterRequest{
			KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value),
			Name: wanted.name, ExpiresInDays: wanted.days, Address: cl.Client.String(),
		})
	return made.Key, err
}

func keyBody(c *fiber.Ctx, cl *call) (wanted wantedKey, err error) {
	if _, err := httpserver.Query(c); err != nil {
		return wanted, err
	}
	members, err := jsonObject(c, cl, "name", "expiresInDays")
	if err != nil {
		return wanted, err
	}
	if wanted.name, err = keyName(members["name"]); err != nil {
		return wanted, err
	}
	wanted.days, err = keyDays(members["expiresInDays"])
	return wanted, err
}

func keyName(raw json.RawMessage) (string, error) {
	var name string
	err := json.Unmarshal(raw, &name)
	name = strings.TrimSpace(name)
	n := utf8.RuneCountInString(name)
	if raw == nil || err != nil || n < 1 || n > contract.MaxKeyName || strings.ContainsFunc(name, unicode.IsControl) {
		return "", apierror.Wrap(err, contract.CodeInvalidRequest,
			"The member \"name\" is required: a string of 1 to %d characters, none of them a control "+
				"character.", contract.MaxKeyName)
	}
	return name, nil
}

// keyDays returns 0 (never) for a missing member. 90, 90.0 and 9e1 are equal (JSON Schema 2020-12, validation, 6.1.1).
func keyDays(raw json.RawMessage) (int, error) {
	if raw == nil {
		return 0, nil
	}
	var days *float64
	err := json.Unmarshal(raw, &days)
	if err != nil || days == nil || *days != math.Trunc(*days) || *days < 1 || *days > contract.MaxKeyDays {
		return 0, apierror.Wrap(err, contract.CodeInvalidRequest,
			"The member \"expiresInDays\" must be a whole number from 1 to %d.", contract.MaxKeyDays)
	}
	return int(*days), nil
}
