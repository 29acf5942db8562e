package api

import (
	"encoding/json"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// listDocuments returns documents in any state, newest first.
func (a *API) listDocuments(c *fiber.Ctx, cl *call) error {
	params, err := httpserver.Query(c, append(filterParams(), "limit", "cursor")...)
	if err != nil {
		return err
	}
	f, err := filterOf(params, contract.StatusQueued, contract.StatusProcessing, contract.StatusCompleted,
		contract.StatusFailed)
	if err != nil {
		return err
	}
	return a.answerList(c, cl, f, params)
}

func (a *API) answerList(c *fiber.Ctx, cl *call, f model.Filter, params map[string]string) error {
	limit, cursor, err := pageParams(params)
	if err != nil {
		return err
	}
	page, err := a.deps.Documents.List(cl.Context, cl.principal.AccountID, f, limit, cursor)
	if err != nil {
		return err
	}
	b, err := encodePage(page)
	if err != nil {
		return err
	}
	httpserver.WriteBody(c.Context(), http.StatusOK, b)
	return nil
}

func encodePage(page model.Page) (b []byte, err error) {
	b = append(b, `{"items":[`...)
	for i, rec := range page.Records {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = record.Append(b, rec); err != nil {
			return nil, err
		}
	}
	b = append(b, `],"nextCursor":`...)
	if page.NextCursor == "" {
		return append(b, "null}"...), nil
	}
	cursor, err := json.Marshal(page.NextCursor)
	return append(append(b, cursor...), '}'), err
}
