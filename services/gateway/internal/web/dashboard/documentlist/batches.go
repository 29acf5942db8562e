package documentlist

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

const batchesPath = "/batches"

type batchList struct {
	Rows []batchRow
	Next string // link to older batches; "" on the last page
	Open bool   // some are not finished
}

type batchRow struct {
	contract.Batch
	First string // name of its first file; "" if it was deleted
}

func (p *Pages) batchesPage(c *fiber.Ctx, session *site.Session) error {
	before := c.Query("before")
	if _, err := contract.ParseID(contract.PrefixBatch, before); err != nil {
		before = ""
	}
	batches, more, err := p.deps.Documents.Batches(session.Context, session.AccountID(), before, site.ListLength)
	if err != nil {
		return err
	}
	l, refresh := batchList{}, 0
	for _, b := range batches {
		row := batchRow{Batch: b}
		if len(b.Results) > 0 {
			row.First = b.Results[0].FileName
		}
		if !b.Status.Ended() {
			l.Open, refresh = true, site.RefreshSeconds
		}
		l.Rows = append(l.Rows, row)
	}
	if more {
		l.Next = batchesPath + "?before=" + batches[len(batches)-1].ID
	}
	return p.site.Show(c, session, http.StatusOK, "batches", site.Page{
		Title: session.Tr("Batches"), Section: "batches", Data: l, Refresh: refresh,
	})
}

func (p *Pages) batchPage(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixBatch, "batch")
	if err != nil {
		return err
	}
	b, err := p.deps.Documents.Batch(session.Context, session.AccountID(), id)
	if err != nil {
		return err
	}
	refresh := site.RefreshSeconds
	if b.Status.Ended() {
		refresh = 0
	}
	return p.site.Show(c, session, http.StatusOK, "batch", site.Page{Title: session.Tr("Batch"), Section: "batches",
		Data: b, Refresh: refresh})
}
