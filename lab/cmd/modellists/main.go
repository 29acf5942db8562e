// Command modellists adds lists of classes, fields, roles and document types to the model files of the
// first format, which identified them by numbers. The weights stay as they are. Run it once in the root of
// the repository.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// Names in the order of their numbers in the first format.
const (
	classes = "other vendorName vendorAddress vendorTaxId customerName customerAddress customerTaxId shippingName " +
		"shippingAddress otherParty number issueDate dueDate orderNumber subtotal taxTotal total"
	classified = "invoice receipt credit_note purchase_order bank_statement generic"
	types      = "invoice credit_note purchase_order receipt bank_statement"
	roles      = "invoiceNumber purchaseOrderNumber customerId paymentReference receiptNumber accountNumber issueDate " +
		"dueDate deliveryDate total amountDue subtotal taxTotal tax amountPaid discountTotal shippingTotal tip " +
		"openingBalance closingBalance taxId customerTaxId iban bic phone"
	fields = "invoiceNumber purchaseOrderNumber receiptNumber customerId paymentReference accountNumber issueDate date " +
		"dueDate deliveryDate servicePeriodStart servicePeriodEnd periodStart periodEnd time currency total amountDue " +
		"subtotal taxTotal amountPaid discountTotal shippingTotal tip openingBalance closingBalance iban bic " +
		"vendorTaxId customerTaxId vendorName customerName accountHolder bankName vendorAddress customerAddress " +
		"shippingAddress vendorEmail vendorPhone vendorWebsite paymentTerms taxes.rate taxes.base taxes.amount " +
		"payments.method payments.amount lineItems.amount lineItems.unitPrice lineItems.quantity lineItems.taxRate " +
		"lineItems.discount lineItems.unit lineItems.productCode lineItems.description transactions.date " +
		"transactions.amount transactions.balance transactions.description"
)

func main() {
	list := strings.Fields
	kinds := list(classified)
	for path, categories := range map[string]map[string][]string{
		"engine/classify/kinds.bin":        {"title": append([]string{""}, kinds[:len(kinds)-1]...), "titled": kinds},
		"engine/fields/link/links.bin":     {"role": list(roles), "type": list(types)},
		"engine/fields/receipt/header.bin": {},
		"engine/calibrate/trees.bin":       {"field": list(fields), "type": list(types)},
	} {
		rewrite(path, "docmill trees 1\n", func(data []byte) []byte {
			return append([]byte("docmill trees 2\n"), trees(data, categories)...)
		})
	}
	rewrite("engine/tagger/network.bin", "docmill tagger 1\n", func(data []byte) []byte {
		return append([]byte("docmill tagger 2\n"+classes+"\n"+classified+"\n"), data...)
	})
}

func rewrite(path, magic string, convert func([]byte) []byte) {
	data, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(data, []byte(magic)) {
		fmt.Fprintf(os.Stderr, "%s is no file of the first format: %v\n", path, err)
		os.Exit(1)
	}
	if err := os.WriteFile(path, convert(data[len(magic):]), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// trees inserts the categories after the features of each ensemble.
func trees(data []byte, categories map[string][]string) []byte {
	const nodeSize = 2 + 4 + 2 + 4
	var out []byte
	take := func(n int) {
		out, data = append(out, data[:n]...), data[n:]
	}
	count := func() int {
		v, n := binary.Uvarint(data)
		take(n)
		return int(v) //nolint:gosec // small
	}
	for range count() {
		take(count()) // the name
		for range count() {
			take(count())
		}
		out = append(out, encode(categories)...)
		nodes := 0
		for range count() {
			nodes += count()
		}
		take(nodes * nodeSize)
	}
	return append(out, data...)
}

func encode(categories map[string][]string) []byte {
	out := binary.AppendUvarint(nil, uint64(len(categories)))
	text := func(s string) { out = append(binary.AppendUvarint(out, uint64(len(s))), s...) }
	for _, feature := range slices.Sorted(maps.Keys(categories)) {
		text(feature)
		out = binary.AppendUvarint(out, uint64(len(categories[feature])))
		for _, name := range categories[feature] {
			text(name)
		}
	}
	return out
}
