package dashboard

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
)

const batchesPath = "/batches"

func (d *Dashboard) batchRoutes(t *table) {
	t.get(batchesPath, d.batchesPage)
	t.get(batchesPath+"/:id", d.batchPage)
}

// batchList is the data of the list of batches.
type batchList struct {
	Rows []batchRow
	Next string // link to older ones; "" on the last page
	Open bool   // some have not ended
}

// batchRow is a batch in a list.
type batchRow struct {
	contract.Batch
	First string // name of its first file; "" when it was deleted
}

func (d *Dashboard) batchesPage(c *fiber.Ctx, v *visit) error {
	before := c.Query("before")
	if _, err := contract.ParseID(contract.PrefixBatch, before); err != nil {
		before = ""
	}
	batches, more, err := d.deps.Documents.Batches(v.Context, v.account(), before, listLength)
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
			l.Open, refresh = true, lookAgain
		}
		l.Rows = append(l.Rows, row)
	}
	if more {
		l.Next = batchesPath + "?before=" + batches[len(batches)-1].ID
	}
	return d.show(c, v, http.StatusOK, "batches", page{
		Title: v.tr("Batches"), Section: "batches", Data: l, Refresh: refresh,
	})
}

func (d *Dashboard) batchPage(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixBatch, "batch")
	if err != nil {
		return err
	}
	b, err := d.deps.Documents.Batch(v.Context, v.account(), id)
	if err != nil {
		return err
	}
	refresh := lookAgain
	if b.Status.Ended() {
		refresh = 0
	}
	return d.show(c, v, http.StatusOK, "batch", page{Title: v.tr("Batch"), Section: "batches", Data: b, Refresh: refresh})
}
