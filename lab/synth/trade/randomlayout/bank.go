package randomlayout

import (
	"slices"
	"strings"
)

func (d *layout) bankNode(holder bool) node {
	rows := d.bankRows(holder)
	var out node
	switch n := d.IntN(10); {
	case n < 3 && !slices.ContainsFunc(rows, func(r []run) bool { return len(r) != 2 }):
		out = d.pairNode(mapAll(rows, func(r []run) [2]run { return [2]run{r[0], r[1]} }))
	case n < 6:
		out = textBlock{font: d.font, rows: [][]run{d.joinRows(rows)}}
	default:
		out = textBlock{font: d.font, rows: rows}
	}
	if d.Chance(0.45) && len(d.Place.Words["bankDetails"]) > 0 {
		head := textBlock{font: d.font, rows: [][]run{{d.labelRun(d.LabelWithColon("bankDetails"))}}}
		return stack{nodes: []node{head, out}, gap: 2}
	}
	return out
}

func (d *layout) bankRows(holder bool) [][]run {
	d.Printed["bank"] = true
	c := d.Issuer
	label := func(key string) run { return d.labelRun(d.Label(key) + d.Colon()) }
	var rows [][]run
	if d.Chance(0.7) {
		row := []run{label("bank"), {text: c.Bank, field: "bankName"}}
		if d.Chance(0.3) {
			row = row[1:]
		}
		rows = append(rows, row)
		if d.Chance(0.12) {
			street, postal := d.Place.StreetAndTown()
			rows = append(rows, []run{{text: street + ", " + strings.ReplaceAll(postal, "\n", ", ")}})
		}
	}
	if holder || d.Chance(0.3) {
		d.setPartyTruth(d.us, "Name", c.Name)
		rows = append(rows, []run{label("accountHolder"), {text: c.Name, field: d.us.role + "Name"}})
	}
	if c.Iban == "" {
		rows = append(rows, []run{label("accountNumber"), {text: c.Account, field: "accountNumber"}})
	} else {
		d.SetTruth("iban", c.Iban)
		rows = append(rows, []run{label("iban"), {text: d.PrintedIBAN(c.Iban), field: "iban"}})
	}
	if d.Chance(0.6) {
		d.SetTruth("bic", c.Bic)
		rows = append(rows, []run{label("bic"), {text: c.Bic, field: "bic"}})
	}
	d.Shuffle(len(rows), func(i, k int) {
		if d.Chance(0.3) {
			rows[i], rows[k] = rows[k], rows[i]
		}
	})
	return rows
}
