package einvoice

// readCII reads the three UN/CEFACT syntaxes, whose names parse has converted to those of CII D16B.
func readCII(root *node) *Invoice {
	document := root.first("ExchangedDocument")
	trade := root.first("SupplyChainTradeTransaction")
	agreement := trade.first("ApplicableHeaderTradeAgreement")
	d := &Invoice{
		Profile:  root.textAt("ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"),
		Number:   document.textAt("ID"),
		Issued:   document.date("IssueDateTime/DateTimeString", "IssueDateTime/DateTime"),
		TypeCode: document.textAt("TypeCode"),
		Notes:    document.texts("IncludedNote/Content"),

		BuyerReference: agreement.textAt("BuyerReference"),
		Project:        agreement.textAt("SpecifiedProcuringProject/ID"),
		Contract:       agreement.textAt("ContractReferencedDocument/IssuerAssignedID", "ContractReferencedDocument/ID"),
		PurchaseOrder:  agreement.textAt("BuyerOrderReferencedDocument/IssuerAssignedID", "BuyerOrderReferencedDocument/ID"),
		SalesOrder: agreement.textAt("SellerOrderReferencedDocument/IssuerAssignedID",
			"SellerOrderReferencedDocument/ID"),
		Seller: ciiParty(agreement.first("SellerTradeParty")),
		Buyer:  ciiParty(agreement.first("BuyerTradeParty")),
	}
	d.Type = documentTypeOf(d.TypeCode)
	if root.name == "SCRDMCCBDACIOMessageStructure" && !d.Type.IsOrder() {
		d.Type = TypeOrder
	}
	d.readDelivery(trade.first("ApplicableHeaderTradeDelivery"))
	d.readSettlement(trade.first("ApplicableHeaderTradeSettlement"))
	for _, n := range trade.all("IncludedSupplyChainTradeLineItem") {
		d.Lines = append(d.Lines, ciiLine(n))
	}
	return d
}

func (d *Invoice) readDelivery(n *node) {
	d.ShipTo = ciiParty(n.first("ShipToTradeParty"))
	if !d.Type.IsOrder() {
		d.Delivered = ciiDate(n, "ActualDeliverySupplyChainEvent/OccurrenceDateTime")
		return
	}
	d.Delivered = ciiDate(n, "RequestedDeliverySupplyChainEvent/OccurrenceDateTime")
	d.Period = ciiPeriod(n.first("RequestedDeliverySupplyChainEvent/OccurrenceSpecifiedPeriod"))
}

func (d *Invoice) readSettlement(n *node) {
	d.Currency = n.textAt("InvoiceCurrencyCode")
	d.Payee = ciiParty(n.first("PayeeTradeParty"))
	if !d.Type.IsOrder() {
		d.Period = ciiPeriod(n.first("BillingSpecifiedPeriod"))
	}
	d.Due = ciiDate(n, "SpecifiedTradePaymentTerms/DueDateDateTime")
	d.Terms = n.note("SpecifiedTradePaymentTerms/Description")
	d.Preceding = n.texts("InvoiceReferencedDocument/IssuerAssignedID")
	for _, m := range n.all("SpecifiedTradeSettlementPaymentMeans") {
		d.Payments = append(d.Payments, PaymentMeans{
			Code:      m.textAt("TypeCode"),
			Reference: n.textAt("PaymentReference"),
			Account:   m.textAt("PayeePartyCreditorFinancialAccount/IBANID", "PayeePartyCreditorFinancialAccount/ProprietaryID"),
			Holder:    m.textAt("PayeePartyCreditorFinancialAccount/AccountName"),
			BIC:       m.textAt("PayeeSpecifiedCreditorFinancialInstitution/BICID"),
			Debited:   m.textAt("PayerPartyDebtorFinancialAccount/IBANID"),
		})
	}
	if ref := n.textAt("PaymentReference"); ref != "" && len(d.Payments) == 0 {
		d.Payments = []PaymentMeans{{Reference: ref}}
	}
	d.Adjustments = ciiAdjustments(n)
	for _, t := range n.all("ApplicableTradeTax") {
		d.Taxes = append(d.Taxes, Tax{
			Base: t.decimalAt("BasisAmount"), Amount: t.decimalAt("CalculatedAmount"), Category: t.textAt("CategoryCode"),
			Rate: t.decimalAt("RateApplicablePercent"), Reason: t.textAt("ExemptionReason"),
		})
	}
	d.Totals = ciiTotals(n.first("SpecifiedTradeSettlementHeaderMonetarySummation"), d.Currency).settled(Decimal{}, false)
}

func ciiTotals(n *node, currency string) Totals {
	return Totals{
		Lines: n.decimalAt("LineTotalAmount"), Allowances: n.decimalAt("AllowanceTotalAmount"),
		Charges: n.decimalAt("ChargeTotalAmount"),
		Net:     n.decimalAt("TaxBasisTotalAmount"), Tax: inCurrency(n.all("TaxTotalAmount"), currency),
		Gross: n.decimalAt("GrandTotalAmount"),
		Paid:  n.decimalAt("TotalPrepaidAmount"), Rounding: n.decimalAt("RoundingAmount"),
		Due: n.decimalAt("DuePayableAmount"),
	}
}

// inCurrency returns the amount in the currency. Tax may also be stated in the tax authority's currency
// (BT-111).
func inCurrency(amounts []*node, currency string) Decimal {
	if all := amountsIn(amounts, currency); len(all) > 0 {
		return all[0]
	}
	return Decimal{}
}

func amountsIn(amounts []*node, currency string) []Decimal {
	var out []Decimal
	for _, n := range amounts {
		if c := n.attr("currencyID"); c == currency || c == "" || len(amounts) == 1 {
			out = append(out, parseDecimal(n.text))
		}
	}
	return out
}

// ciiAdjustments reads the allowances and charges of a settlement. Transport costs may be separate.
func ciiAdjustments(n *node) []Adjustment {
	var out []Adjustment
	for _, a := range n.all("SpecifiedTradeAllowanceCharge") {
		out = append(out, Adjustment{
			Charge: isTrue(a.textAt("ChargeIndicator/Indicator")), Amount: a.decimalAt("ActualAmount"),
			Base:    a.decimalAt("BasisAmount"),
			Percent: a.decimalAt("CalculationPercent"), TaxRate: a.decimalAt("CategoryTradeTax/RateApplicablePercent"),
			Reason: a.textAt("Reason"), Code: a.textAt("ReasonCode"),
		})
	}
	for _, a := range n.all("SpecifiedLogisticsServiceCharge") {
		out = append(out, Adjustment{
			Charge: true, Amount: a.decimalAt("AppliedAmount"), TaxRate: a.decimalAt("AppliedTradeTax/RateApplicablePercent"),
			Reason: a.textAt("Description"), Code: codeFreight,
		})
	}
	return out
}

const codeFreight = "FC"

func ciiParty(n *node) Party {
	p := Party{
		Name:        n.textAt("Name"),
		TradingName: n.textAt("SpecifiedLegalOrganization/TradingBusinessName"),
		IDs:         append(n.texts("ID"), n.texts("GlobalID")...),
		LegalID:     n.textAt("SpecifiedLegalOrganization/ID"),
		Endpoint:    n.textAt("URIUniversalCommunication/URIID"),
		Scheme:      n.first("URIUniversalCommunication/URIID").attr("schemeID"),
		Address:     ciiAddress(n.first("PostalTradeAddress")),
	}
	for _, r := range n.all("SpecifiedTaxRegistration/ID") {
		if r.attr("schemeID") == "FC" {
			p.TaxNumber = r.text
		} else if p.VATID == "" {
			p.VATID = r.text
		}
	}
	contact := n.first("DefinedTradeContact")
	p.Contact = Contact{
		Name:  contact.textAt("PersonName", "DepartmentName"),
		Phone: contact.textAt("TelephoneUniversalCommunication/CompleteNumber"),
		Email: contact.textAt("EmailURIUniversalCommunication/URIID"),
	}
	return p
}

func ciiAddress(n *node) Address {
	a := Address{
		City: n.textAt("CityName"), PostCode: n.textAt("PostcodeCode"), Subdivision: n.textAt("CountrySubDivisionName"),
		Country: n.textAt("CountryID"),
	}
	for _, name := range []string{"LineOne", "LineTwo", "LineThree"} {
		a.Lines = append(a.Lines, n.texts(name)...)
	}
	return a
}

func ciiDate(n *node, path string) Date { return n.date(path+"/DateTimeString", path+"/DateTime") }

func ciiPeriod(n *node) Period {
	return Period{Start: ciiDate(n, "StartDateTime"), End: ciiDate(n, "EndDateTime")}
}

func ciiLine(n *node) Line {
	document := n.first("AssociatedDocumentLineDocument")
	product := n.first("SpecifiedTradeProduct")
	agreement := n.first("SpecifiedLineTradeAgreement")
	settlement := n.first("SpecifiedLineTradeSettlement")
	net, gross := agreement.first("NetPriceProductTradePrice"), agreement.first("GrossPriceProductTradePrice")
	base := net.quantity("BasisQuantity")
	if !base.Known() { // both prices are for the same quantity
		base = gross.quantity("BasisQuantity")
	}
	delivery := n.first("SpecifiedLineTradeDelivery")
	return Line{
		ID:            document.textAt("LineID"),
		Parent:        document.textAt("ParentLineID"),
		Status:        document.textAt("LineStatusReasonCode"),
		Note:          document.note("IncludedNote/Content"),
		Quantity:      firstQuantity(delivery, "BilledQuantity", "RequestedQuantity", "AgreedQuantity"),
		Agreed:        delivery.quantity("AgreedQuantity"),
		Net:           settlement.decimalAt("SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"),
		Period:        ciiPeriod(settlement.first("BillingSpecifiedPeriod")),
		Adjustments:   ciiAdjustments(settlement),
		Price:         net.decimalAt("ChargeAmount"),
		PriceBase:     base,
		PriceDiscount: gross.decimalAt("AppliedTradeAllowanceCharge/ActualAmount"),
		GrossPrice:    gross.decimalAt("ChargeAmount"),
		Category:      settlement.textAt("ApplicableTradeTax/CategoryCode"),
		TaxRate:       settlement.decimalAt("ApplicableTradeTax/RateApplicablePercent"),
		Name:          product.textAt("Name"),
		Description:   product.textAt("Description"),
		SellerID:      product.textAt("SellerAssignedID"),
		BuyerID:       product.textAt("BuyerAssignedID"),
		StandardID:    product.textAt("GlobalID"),
	}
}
