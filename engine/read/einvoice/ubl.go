package einvoice

// readUBL reads UBL 2.1 documents. Orders use other names for parties and totals, and one more level in
// lines.
func readUBL(root *node) *Invoice {
	d := &Invoice{
		Profile:  root.at("CustomizationID"),
		Number:   root.at("ID"),
		Issued:   root.date("IssueDate"),
		TypeCode: root.at("InvoiceTypeCode", "CreditNoteTypeCode"),
		Currency: root.at("DocumentCurrencyCode"),
		Due:      root.date("DueDate", "PaymentMeans/PaymentDueDate"),
		Terms:    root.note("PaymentTerms/Note"),
		Notes:    root.texts("Note"),

		BuyerReference: root.at("BuyerReference"),
		Project:        root.at("ProjectReference/ID"),
		Contract:       root.at("ContractDocumentReference/ID"),
		PurchaseOrder:  root.at("OrderReference/ID"),
		SalesOrder:     root.at("OrderReference/SalesOrderID"),
		Preceding:      root.texts("BillingReference/InvoiceDocumentReference/ID"),

		Seller: ublParty(firstOf(root, "AccountingSupplierParty/Party", "SellerSupplierParty/Party")),
		Buyer:  ublParty(firstOf(root, "AccountingCustomerParty/Party", "BuyerCustomerParty/Party")),
		Payee:  ublParty(root.first("PayeeParty")),

		Period:      ublPeriod(root.first("InvoicePeriod")),
		Payments:    ublPayments(root),
		Adjustments: ublAdjustments(root),
	}
	d.Type = ublKind(root.name, d.TypeCode)
	d.readUBLDelivery(root)
	d.readTaxes(root)
	d.Totals = ublTotals(firstOf(root, "LegalMonetaryTotal", "AnticipatedMonetaryTotal"), d.Totals.Tax)
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
	for _, name := range []string{"InvoiceLine", "CreditNoteLine"} {
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

func ublKind(root, code string) DocumentType {
	switch root {
	case "CreditNote":
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
			Base: t.number("TaxableAmount"), Amount: t.number("TaxAmount"), Category: category.at("ID"),
			Rate: category.number("Percent"), Reason: category.at("TaxExemptionReason"),
		})
	}
}

func ublTotals(n *node, tax Decimal) Totals {
	return Totals{
		Lines: n.number("LineExtensionAmount"), Allowances: n.number("AllowanceTotalAmount"),
		Charges: n.number("ChargeTotalAmount"),
		Net:     n.number("TaxExclusiveAmount"), Tax: tax, Gross: n.number("TaxInclusiveAmount"),
		Paid: n.number("PrepaidAmount"), Rounding: n.number("PayableRoundingAmount"), Due: n.number("PayableAmount"),
	}
}

func ublPayments(root *node) []PaymentMeans {
	var out []PaymentMeans
	for _, m := range root.all("PaymentMeans") {
		account := m.first("PayeeFinancialAccount")
		out = append(out, PaymentMeans{
			Code:      m.at("PaymentMeansCode"),
			Reference: m.at("PaymentID"),
			Account:   account.at("ID"),
			Holder:    account.at("Name"),
			BIC:       account.at("FinancialInstitutionBranch/ID", "FinancialInstitutionBranch/FinancialInstitution/ID"),
			Debited:   m.at("PaymentMandate/PayerFinancialAccount/ID"),
		})
	}
	return out
}

func ublAdjustments(n *node) []Adjustment {
	var out []Adjustment
	for _, a := range n.all("AllowanceCharge") {
		out = append(out, Adjustment{
			Charge: isTrue(a.at("ChargeIndicator")), Amount: a.number("Amount"), Base: a.number("BaseAmount"),
			Percent: a.number("MultiplierFactorNumeric"), TaxRate: a.number("TaxCategory/Percent"),
			Reason: a.at("AllowanceChargeReason"), Code: a.at("AllowanceChargeReasonCode"),
		})
	}
	return out
}

func ublParty(n *node) Party {
	p := Party{
		Name:        n.at("PartyLegalEntity/RegistrationName", "PartyName/Name"),
		TradingName: n.at("PartyName/Name"),
		IDs:         n.texts("PartyIdentification/ID"),
		LegalID:     n.at("PartyLegalEntity/CompanyID"),
		Endpoint:    n.at("EndpointID"),
		Scheme:      n.first("EndpointID").attr("schemeID"),
		Website:     n.at("WebsiteURI"),
		Address:     ublAddress(n.first("PostalAddress")),
		Contact: Contact{
			Name: n.at("Contact/Name"), Phone: n.at("Contact/Telephone"), Email: n.at("Contact/ElectronicMail"),
		},
	}
	for _, t := range n.all("PartyTaxScheme") {
		id := t.at("CompanyID")
		if scheme := t.at("TaxScheme/ID"); scheme == "VAT" || scheme == "GST" { // Peppol's rules for Asia and Oceania say GST
			p.VATID = id
		} else if p.TaxNumber == "" {
			p.TaxNumber = id
		}
	}
	return p
}

func ublAddress(n *node) Address {
	a := Address{
		City: n.at("CityName"), PostCode: n.at("PostalZone"), Subdivision: n.at("CountrySubentity"),
		Country: n.at("Country/IdentificationCode"),
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
			d.appendUBLLine(sub, line.ID)
		}
	}
}

func ublLine(n *node) Line {
	item, price := n.first("Item"), n.first("Price")
	return Line{
		ID:            n.at("ID"),
		Note:          n.note("Note"),
		Quantity:      firstQuantity(n, "InvoicedQuantity", "CreditedQuantity", "Quantity"),
		Net:           n.number("LineExtensionAmount"),
		Period:        ublPeriod(n.first("InvoicePeriod")),
		Adjustments:   ublAdjustments(n),
		Price:         price.number("PriceAmount"),
		PriceBase:     price.quantity("BaseQuantity"),
		PriceDiscount: price.number("AllowanceCharge/Amount"),
		GrossPrice:    price.number("AllowanceCharge/BaseAmount"),
		Category:      item.at("ClassifiedTaxCategory/ID"),
		TaxRate:       item.number("ClassifiedTaxCategory/Percent"),
		Name:          item.at("Name"),
		Description:   item.at("Description"),
		SellerID:      item.at("SellersItemIdentification/ID"),
		BuyerID:       item.at("BuyersItemIdentification/ID"),
		StandardID:    item.at("StandardItemIdentification/ID"),
	}
}
