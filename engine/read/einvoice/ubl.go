package einvoice

import (
	"cmp"
	"strings"
)

// readUBL reads UBL 2.1 documents. Orders use other names for parties and totals, and one more level in
// lines.
func readUBL(root *node) *Invoice {
	d := &Invoice{
		Profile:  root.textAt("CustomizationID"),
		Number:   root.textAt("ID"),
		Issued:   root.date("IssueDate"),
		TypeCode: root.textAt("InvoiceTypeCode", "CreditNoteTypeCode"),
		Currency: root.textAt("DocumentCurrencyCode"),
		Due:      root.date("DueDate", "PaymentMeans/PaymentDueDate"),
		Terms:    root.note("PaymentTerms/Note"),
		Notes:    root.texts("Note"),

		BuyerReference: root.textAt("BuyerReference"),
		Project:        root.textAt("ProjectReference/ID"),
		Contract:       root.textAt("ContractDocumentReference/ID"),
		PurchaseOrder:  root.textAt("OrderReference/ID"),
		SalesOrder:     root.textAt("OrderReference/SalesOrderID"),
		Preceding:      root.texts("BillingReference/InvoiceDocumentReference/ID"),

		Seller: ublParty(firstOf(root, "AccountingSupplierParty/Party", "SellerSupplierParty/Party")),
		Buyer:  ublParty(firstOf(root, "AccountingCustomerParty/Party", "BuyerCustomerParty/Party")),
		Payee:  ublParty(root.first("PayeeParty")),

		Period:      ublPeriod(root.first("InvoicePeriod")),
		Payments:    ublPayments(root),
		Adjustments: ublAdjustments(root),
	}
	d.Type = ublSyntax(root.name, d.TypeCode)
	d.readUBLDelivery(root)
	d.readTaxes(root)
	allTaxes := amountsIn(root.all("TaxTotal/TaxAmount"), d.Currency)
	total := firstOf(root, "LegalMonetaryTotal", "RequestedMonetaryTotal", "AnticipatedMonetaryTotal")
	d.Totals = ublTotals(total, d.Totals.Tax).
		settled(sumOf(allTaxes...), strings.HasPrefix(d.Profile, "OIOUBL"))
	d.readUBLLines(root)
	return d
}

func (d *Invoice) readUBLDelivery(root *node) {
	d.Delivered = root.date("Delivery/ActualDeliveryDate")
	if d.Type.IsOrder() {
		d.Period = ublPeriod(root.first("Delivery/RequestedDeliveryPeriod"))
	}
	d.ShipTo = ublParty(root.first("Delivery/DeliveryParty"))
	d.ShipTo.Address = ublAddress(firstOf(root, "Delivery/DeliveryLocation/Address", "Delivery/DeliveryAddress"))
}

func (d *Invoice) readUBLLines(root *node) {
	for _, name := range []string{"InvoiceLine", "CreditNoteLine", "DebitNoteLine"} {
		for _, n := range root.all(name) {
			d.appendUBLLine(n, "")
		}
	}
	for _, n := range root.all("OrderLine/LineItem") {
		d.Lines = append(d.Lines, ublLine(n))
	}
}

// firstOf returns the first element found at the paths.
func firstOf(n *node, paths ...string) *node {
	for _, path := range paths {
		if found := n.first(path); found != nil {
			return found
		}
	}
	return nil
}

func ublSyntax(root, code string) DocumentType {
	switch root {
	case "CreditNote", "SelfBilledCreditNote":
		return TypeCreditNote
	case "Order":
		return TypeOrder
	case "OrderChange", "OrderCancellation":
		return TypeOrderChange
	case "OrderResponse", "OrderResponseSimple":
		return TypeOrderResponse
	}
	return documentTypeOf(code)
}

// readTaxes reads the tax total and the breakdown in the document's currency.
func (d *Invoice) readTaxes(root *node) {
	d.Totals.Tax = inCurrency(root.all("TaxTotal/TaxAmount"), d.Currency)
	for _, t := range root.all("TaxTotal/TaxSubtotal") {
		if c := t.first("TaxAmount").attr("currencyID"); c != "" && d.Currency != "" && c != d.Currency {
			continue
		}
		category := t.first("TaxCategory")
		d.Taxes = append(d.Taxes, Tax{
			Base: t.decimalAt("TaxableAmount"), Amount: t.decimalAt("TaxAmount"), Category: category.textAt("ID"),
			Rate: category.decimalAt("Percent"), Reason: category.textAt("TaxExemptionReason"),
		})
	}
}

func ublTotals(n *node, tax Decimal) Totals {
	return Totals{
		Lines: n.decimalAt("LineExtensionAmount"), Allowances: n.decimalAt("AllowanceTotalAmount"),
		Charges: n.decimalAt("ChargeTotalAmount"),
		Net:     n.decimalAt("TaxExclusiveAmount"), Tax: tax, Gross: n.decimalAt("TaxInclusiveAmount"),
		Paid: n.decimalAt("PrepaidAmount"), Rounding: n.decimalAt("PayableRoundingAmount"), Due: n.decimalAt("PayableAmount"),
	}
}

func ublPayments(root *node) []PaymentMeans {
	var out []PaymentMeans
	for _, m := range root.all("PaymentMeans") {
		account := m.first("PayeeFinancialAccount")
		out = append(out, PaymentMeans{
			Code:      m.textAt("PaymentMeansCode"),
			Reference: m.textAt("PaymentID"),
			Account:   account.textAt("ID"),
			Holder:    account.textAt("Name"),
			BIC:       account.textAt("FinancialInstitutionBranch/ID", "FinancialInstitutionBranch/FinancialInstitution/ID"),
			Debited:   m.textAt("PaymentMandate/PayerFinancialAccount/ID"),
		})
	}
	return out
}

func ublAdjustments(n *node) []Adjustment {
	var out []Adjustment
	for _, a := range n.all("AllowanceCharge") {
		out = append(out, Adjustment{
			Charge: isTrue(a.textAt("ChargeIndicator")), Amount: a.decimalAt("Amount"), Base: a.decimalAt("BaseAmount"),
			Percent: a.decimalAt("MultiplierFactorNumeric"), TaxRate: a.decimalAt("TaxCategory/Percent"),
			Reason: a.textAt("AllowanceChargeReason"), Code: a.textAt("AllowanceChargeReasonCode"),
		})
	}
	return out
}

func ublParty(n *node) Party {
	p := Party{
		Name:        n.textAt("PartyLegalEntity/RegistrationName", "PartyName/Name"),
		TradingName: n.textAt("PartyName/Name"),
		IDs:         n.texts("PartyIdentification/ID"),
		LegalID:     n.textAt("PartyLegalEntity/CompanyID"),
		Endpoint:    n.textAt("EndpointID"),
		Scheme:      n.first("EndpointID").attr("schemeID"),
		Website:     n.textAt("WebsiteURI"),
		Address:     ublAddress(n.first("PostalAddress")),
		Contact: Contact{
			Name: n.textAt("Contact/Name"), Phone: n.textAt("Contact/Telephone"), Email: n.textAt("Contact/ElectronicMail"),
		},
	}
	for _, t := range n.all("PartyTaxScheme") {
		id := t.textAt("CompanyID")
		if scheme := t.textAt("TaxScheme/ID"); scheme == "VAT" ||
			scheme == "GST" { // Peppol's rules for Asia and Oceania say GST
			p.VATID = id
		} else if p.TaxNumber == "" {
			p.TaxNumber = id
		}
	}
	return p
}

func ublAddress(n *node) Address {
	a := Address{
		City: n.textAt("CityName"), PostCode: n.textAt("PostalZone"), Subdivision: n.textAt("CountrySubentity"),
		Country: n.textAt("Country/IdentificationCode"),
	}
	for _, path := range []string{"StreetName", "AdditionalStreetName", "AddressLine/Line"} {
		a.Lines = append(a.Lines, n.texts(path)...)
	}
	return a
}

func ublPeriod(n *node) Period { return Period{Start: n.date("StartDate"), End: n.date("EndDate")} }

// appendUBLLine adds a line and its sub-lines, which the XRechnung extension
// has.
func (d *Invoice) appendUBLLine(n *node, parent string) {
	line := ublLine(n)
	line.Parent = parent
	d.Lines = append(d.Lines, line)
	for _, name := range []string{"SubInvoiceLine", "SubCreditNoteLine"} {
		for _, sub := range n.all(name) {
			d.appendUBLLine(sub, cmp.Or(line.ID, "?"))
		}
	}
}

func ublLine(n *node) Line {
	item, price := n.first("Item"), n.first("Price")
	amount := price.decimalAt("PriceAmount")
	if factor := price.decimalAt("OrderableUnitFactorRate"); factor.Known() { // OIOUBL: base units in an ordered unit
		amount.Value = amount.Value.Mul(factor.Value)
	}
	return Line{
		ID:            n.textAt("ID"),
		Note:          n.note("Note"),
		Quantity:      firstQuantity(n, "InvoicedQuantity", "CreditedQuantity", "DebitedQuantity", "Quantity"),
		Net:           n.decimalAt("LineExtensionAmount"),
		Period:        ublPeriod(n.first("InvoicePeriod")),
		Adjustments:   ublAdjustments(n),
		Price:         amount,
		PriceBase:     price.quantity("BaseQuantity"),
		PriceDiscount: price.decimalAt("AllowanceCharge/Amount"),
		GrossPrice:    price.decimalAt("AllowanceCharge/BaseAmount"),
		Category:      item.textAt("ClassifiedTaxCategory/ID"),
		TaxRate:       item.decimalAt("ClassifiedTaxCategory/Percent"),
		Name:          item.textAt("Name"),
		Description:   item.textAt("Description"),
		SellerID:      item.textAt("SellersItemIdentification/ID"),
		BuyerID:       item.textAt("BuyersItemIdentification/ID"),
		StandardID:    item.textAt("StandardItemIdentification/ID"),
	}
}
