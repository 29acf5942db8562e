package einvoice

// readCII reads the three UN/CEFACT syntaxes, whose names parse has converted to those of CII D16B.
func readCII(root *node) *Invoice {
	document := root.first("ExchangedDocument")
	trade := root.first("SupplyChainTradeTransaction")
	agreement := trade.first("ApplicableHeaderTradeAgreement")
	d := &Invoice{
		Profile:  root.at("ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"),
		Number:   document.at("ID"),
		Issued:   document.date("IssueDateTime/DateTimeString", "IssueDateTime/DateTime"),
		TypeCode: document.at("TypeCode"),
		Notes:    document.texts("IncludedNote/Content"),

		BuyerReference: agreement.at("BuyerReference"),
		Project:        agreement.at("SpecifiedProcuringProject/ID"),
		Contract:       agreement.at("ContractReferencedDocument/IssuerAssignedID", "ContractReferencedDocument/ID"),
		PurchaseOrder:  agreement.at("BuyerOrderReferencedDocument/IssuerAssignedID", "BuyerOrderReferencedDocument/ID"),
		SalesOrder:     agreement.at("SellerOrderReferencedDocument/IssuerAssignedID", "SellerOrderReferencedDocument/ID"),
		Seller:         ciiParty(agreement.first("SellerTradeParty")),
		Buyer:          ciiParty(agreement.first("BuyerTradeParty")),
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
	d.Currency = n.at("InvoiceCurrencyCode")
	d.Payee = ciiParty(n.first("PayeeTradeParty"))
	if !d.Type.IsOrder() {
		d.Period = ciiPeriod(n.first("BillingSpecifiedPeriod"))
	}
	d.Due = ciiDate(n, "SpecifiedTradePaymentTerms/DueDateDateTime")
	d.Terms = n.note("SpecifiedTradePaymentTerms/Description")
	d.Preceding = n.texts("InvoiceReferencedDocument/IssuerAssignedID")
	for _, m := range n.all("SpecifiedTradeSettlementPaymentMeans") {
		d.Payments = append(d.Payments, PaymentMeans{
			Code:      m.at("TypeCode"),
			Reference: n.at("PaymentReference"),
			Account:   m.at("PayeePartyCreditorFinancialAccount/IBANID", "PayeePartyCreditorFinancialAccount/ProprietaryID"),
			Holder:    m.at("PayeePartyCreditorFinancialAccount/AccountName"),
			BIC:       m.at("PayeeSpecifiedCreditorFinancialInstitution/BICID"),
			Debited:   m.at("PayerPartyDebtorFinancialAccount/IBANID"),
		})
	}
	if ref := n.at("PaymentReference"); ref != "" && len(d.Payments) == 0 {
		d.Payments = []PaymentMeans{{Reference: ref}}
	}
	d.Adjustments = ciiAdjustments(n)
	for _, t := range n.all("ApplicableTradeTax") {
		d.Taxes = append(d.Taxes, Tax{
			Base: t.number("BasisAmount"), Amount: t.number("CalculatedAmount"), Category: t.at("CategoryCode"),
			Rate: t.number("RateApplicablePercent"), Reason: t.at("ExemptionReason"),
		})
	}
	d.Totals = ciiTotals(n.first("SpecifiedTradeSettlementHeaderMonetarySummation"), d.Currency)
}

func ciiTotals(n *node, currency string) Totals {
	return Totals{
		Lines: n.number("LineTotalAmount"), Allowances: n.number("AllowanceTotalAmount"),
		Charges: n.number("ChargeTotalAmount"),
		Net:     n.number("TaxBasisTotalAmount"), Tax: inCurrency(n.all("TaxTotalAmount"), currency),
		Gross: n.number("GrandTotalAmount"),
		Paid:  n.number("TotalPrepaidAmount"), Rounding: n.number("RoundingAmount"), Due: n.number("DuePayableAmount"),
	}
}

// inCurrency returns the amount in the currency. Tax may also be stated in the tax authority's currency
// (BT-111).
func inCurrency(amounts []*node, currency string) Decimal {
	for _, n := range amounts {
		if c := n.attr("currencyID"); c == currency || c == "" || len(amounts) == 1 {
			return parseDecimal(n.text)
		}
	}
	return Decimal{}
}

// ciiAdjustments reads the allowances and charges of a settlement. Transport costs may be separate.
func ciiAdjustments(n *node) []Adjustment {
	var out []Adjustment
	for _, a := range n.all("SpecifiedTradeAllowanceCharge") {
		out = append(out, Adjustment{
			Charge: isTrue(a.at("ChargeIndicator/Indicator")), Amount: a.number("ActualAmount"), Base: a.number("BasisAmount"),
			Percent: a.number("CalculationPercent"), TaxRate: a.number("CategoryTradeTax/RateApplicablePercent"),
			Reason: a.at("Reason"), Code: a.at("ReasonCode"),
		})
	}
	for _, a := range n.all("SpecifiedLogisticsServiceCharge") {
		out = append(out, Adjustment{
			Charge: true, Amount: a.number("AppliedAmount"), TaxRate: a.number("AppliedTradeTax/RateApplicablePercent"),
			Reason: a.at("Description"), Code: codeFreight,
		})
	}
	return out
}

const codeFreight = "FC"

func ciiParty(n *node) Party {
	p := Party{
		Name:        n.at("Name"),
		TradingName: n.at("SpecifiedLegalOrganization/TradingBusinessName"),
		IDs:         append(n.texts("ID"), n.texts("GlobalID")...),
		LegalID:     n.at("SpecifiedLegalOrganization/ID"),
		Endpoint:    n.at("URIUniversalCommunication/URIID"),
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
		Name:  contact.at("PersonName", "DepartmentName"),
		Phone: contact.at("TelephoneUniversalCommunication/CompleteNumber"),
		Email: contact.at("EmailURIUniversalCommunication/URIID"),
	}
	return p
}

func ciiAddress(n *node) Address {
	a := Address{
		City: n.at("CityName"), PostCode: n.at("PostcodeCode"), Subdivision: n.at("CountrySubDivisionName"),
		Country: n.at("CountryID"),
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
		ID:            document.at("LineID"),
		Parent:        document.at("ParentLineID"),
		Status:        document.at("LineStatusReasonCode"),
		Note:          document.note("IncludedNote/Content"),
		Quantity:      firstQuantity(delivery, "BilledQuantity", "RequestedQuantity", "AgreedQuantity"),
		Agreed:        delivery.quantity("AgreedQuantity"),
		Net:           settlement.number("SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"),
		Period:        ciiPeriod(settlement.first("BillingSpecifiedPeriod")),
		Adjustments:   ciiAdjustments(settlement),
		Price:         net.number("ChargeAmount"),
		PriceBase:     base,
		PriceDiscount: gross.number("AppliedTradeAllowanceCharge/ActualAmount"),
		GrossPrice:    gross.number("ChargeAmount"),
		Category:      settlement.at("ApplicableTradeTax/CategoryCode"),
		TaxRate:       settlement.number("ApplicableTradeTax/RateApplicablePercent"),
		Name:          product.at("Name"),
		Description:   product.at("Description"),
		SellerID:      product.at("SellerAssignedID"),
		BuyerID:       product.at("BuyerAssignedID"),
		StandardID:    product.at("GlobalID"),
	}
}
