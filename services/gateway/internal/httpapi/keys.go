package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// newKeyBody is the only answer that ever holds a key's value.
type newKeyBody struct {
	ID        string         `json:"id"`
	Key       string         `json:"key"`
	Name      string         `json:"name"`
	Prefix    string         `json:"prefix"`
	LastFour  string         `json:"lastFour"`
	CreatedAt contract.Time  `json:"createdAt"`
	ExpiresAt *contract.Time `json:"expiresAt"`
}

// registerKey makes another key of the caller's account. The value is made here
// and goes to the client alone; the auth service gets its hash.
func (s *Server) registerKey(c *fiber.Ctx, cl *call) error {
	if _, err := query(c); err != nil {
		return err
	}
	members, err := jsonObject(c, cl, "name", "expiresInDays")
	if err != nil {
		return err
	}
	name, err := keyName(members["name"])
	if err != nil {
		return err
	}
	days, err := keyDays(members["expiresInDays"])
	if err != nil {
		return err
	}
	key, err := contract.NewKey(s.deps.Random)
	if err != nil {
		return err
	}
	made, err := bus.Call[contract.Key](cl.ctx, s.deps.Bus, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
		AccountID: cl.principal.AccountID, KeyHash: contract.HashKey(key), LastFour: contract.LastFour(key),
		Name: name, ExpiresInDays: days, CreatedBy: &cl.principal.KeyID,
	})
	if err != nil {
		return fmt.Errorf("make key: %w", err)
	}
	writeJSON(c.Context(), http.StatusCreated, newKeyBody{
		ID: made.ID, Key: key, Name: made.Name, Prefix: made.Prefix, LastFour: made.LastFour,
		CreatedAt: made.CreatedAt, ExpiresAt: made.ExpiresAt,
	})
	return nil
}

func keyName(raw json.RawMessage) (string, error) {
	var name string
	err := json.Unmarshal(raw, &name)
	name = strings.TrimSpace(name)
	n := utf8.RuneCountInString(name)
	if raw == nil || err != nil || n < 1 || n > contract.MaxKeyName || strings.ContainsFunc(name, unicode.IsControl) {
		return "", fault.Wrap(err, contract.CodeInvalidRequest,
			"The member \"name\" is required: a string of 1 to %d characters.", contract.MaxKeyName)
	}
	return name, nil
}

// keyDays gives 0, never, when the member is left out.
func keyDays(raw json.RawMessage) (int, error) {
	if raw == nil {
		return 0, nil
	}
	var days int
	if err := json.Unmarshal(raw, &days); err != nil || days < 1 || days > contract.MaxKeyDays {
		return 0, fault.Wrap(err, contract.CodeInvalidRequest,
			"The member \"expiresInDays\" must be a whole number from 1 to %d.", contract.MaxKeyDays)
	}
	return days, nil
}
