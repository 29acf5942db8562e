package einvoice

import "github.com/docmill/docmill/engine/read/sniff"

// national returns the format of a syntax, or nil.
func national(s Syntax) *nationalFormat {
	for _, f := range []func() nationalFormat{fatturaPA, cfdi, ebInterface, facturae, ksef} {
		if f := f(); f.syntax == s {
			return &f
		}
	}
	return nil
}

// fatturaPA is the Italian format, version 1.0 to 1.2, also the simplified invoice.
func fatturaPA() nationalFormat {
	const document, payment = "DatiGenerali/DatiGeneraliDocumento/", "DatiPagamento/DettaglioPagamento/"
	return nationalFormat{
		syntax: sniff.FatturaPA, document: "FatturaElettronicaBody",
		number: document + "Numero", issued: document + "Data", currency: document + "Divisa",
		typeCode: document + "TipoDocumento", creditCode: "TD04", order: "DatiGenerali/DatiOrdineAcquisto/IdDocumento",
		due: payment + "DataScadenzaPagamento", account: payment + "IBAN", bic: payment + "BIC",
		totals: totalPaths{
			net: "DatiBeniServizi/DatiRiepilogo/ImponibileImporto",
			tax: "DatiBeniServizi/DatiRiepilogo/Imposta|DatiBeniServizi/DatiIVA/Imposta",
			charges: document + "DatiCassaPrevidenziale/ImportoContributoCassa" +
				"+DatiBeniServizi/DatiRiepilogo/SpeseAccessorie",
			gross:    document + "ImportoTotaleDocumento|DatiBeniServizi/Importo",
			rounding: document + "Arrotondamento", withheld: document + "DatiRitenuta/ImportoRitenuta",
		},
		seller: "FatturaElettronicaHeader/CedentePrestatore", buyer: "FatturaElettronicaHeader/CessionarioCommittente",
		party: partyPaths{
			name: "DatiAnagrafici/Anagrafica/Denominazione|DatiAnagrafici/Anagrafica/Nome+DatiAnagrafici/Anagrafica/Cognome|" +
				"Denominazione|Nome+Cognome|AltriDatiIdentificativi/Denominazione|" +
				"AltriDatiIdentificativi/Nome+AltriDatiIdentificativi/Cognome",
			vatID:     "*/IdFiscaleIVA/IdPaese+*/IdFiscaleIVA/IdCodice|IdFiscaleIVA/IdPaese+IdFiscaleIVA/IdCodice",
			taxNumber: "*/CodiceFiscale|CodiceFiscale",
			street:    "Sede/Indirizzo|AltriDatiIdentificativi/Sede/Indirizzo",
			postCode:  "Sede/CAP|AltriDatiIdentificativi/Sede/CAP",
			city:      "Sede/Comune|AltriDatiIdentificativi/Sede/Comune", region: "Sede/Provincia",
			phone: "Contatti/Telefono", email: "Contatti/Email",
		},
		tax: taxPaths{at: "DatiBeniServizi/DatiRiepilogo", rate: "AliquotaIVA", base: "ImponibileImporto",
			amount: "Imposta", category: "Natura"},
		line: linePaths{at: "DatiBeniServizi/DettaglioLinee", id: "NumeroLinea", name: "Descrizione",
			code: "CodiceArticolo/CodiceValore", quantity: "Quantita", unit: "UnitaMisura", price: "PrezzoUnitario",
			net: "PrezzoTotale", rate: "AliquotaIVA", adjusted: "ScontoMaggiorazione/Tipo"},
	}
}

// cfdi is the Mexican format, version 3.3 and 4.0.
func cfdi() nationalFormat {
	return nationalFormat{
		syntax: sniff.CFDI, number: "@Folio|Complemento/TimbreFiscalDigital/@UUID", issued: "@Fecha",
		currency: "@Moneda", typeCode: "@TipoDeComprobante", creditCode: "E", terms: "@CondicionesDePago",
		totals: totalPaths{lines: "@SubTotal", allowances: "@Descuento", tax: "Impuestos/@TotalImpuestosTrasladados",
			withheld: "Impuestos/@TotalImpuestosRetenidos", gross: "@Total"},
		seller: "Emisor", buyer: "Receptor", party: partyPaths{name: "@Nombre", vatID: "@Rfc"},
		tax: taxPaths{at: "Impuestos/Traslados/Traslado", rate: "@TasaOCuota", base: "@Base", amount: "@Importe",
			category: "@Impuesto", hasFractions: true},
		line: linePaths{at: "Conceptos/Concepto", name: "@Descripcion", //nolint:misspell // Spanish
			code:     "@NoIdentificacion|@ClaveProdServ",
			quantity: "@Cantidad", unit: "@ClaveUnidad", price: "@ValorUnitario", net: "@Importe"},
	}
}

// ebInterface is the Austrian format, version 4 to 6.
func ebInterface() nationalFormat {
	const account = "PaymentMethod/UniversalBankTransaction/BeneficiaryAccount/"
	const reductions = "ReductionAndSurchargeDetails/"
	return nationalFormat{
		syntax: sniff.EbInterface, number: "InvoiceNumber", issued: "InvoiceDate", currency: "@InvoiceCurrency",
		typeCode: "@DocumentType", creditCode: "CreditMemo", due: "PaymentConditions/DueDate",
		order: "InvoiceRecipient/OrderReference/OrderID", terms: "PaymentConditions/Comment",
		account: account + "IBAN", bic: account + "BIC",
		totals: totalPaths{
			net:   "Tax/TaxItem/TaxableAmount|Tax/VAT/VATItem/TaxedAmount",
			tax:   "Tax/TaxItem/TaxAmount|Tax/VAT/VATItem/Amount",
			gross: "TotalGrossAmount", paid: "PrepaidAmount", rounding: "RoundingAmount", due: "PayableAmount",
			allowances: reductions + "Reduction/Amount", charges: reductions + "Surcharge/Amount",
		},
		seller: "Biller", buyer: "InvoiceRecipient",
		party: partyPaths{name: "Address/Name", vatID: "VATIdentificationNumber", street: "Address/Street",
			postCode: "Address/ZIP", city: "Address/Town", phone: "Address/Phone|Contact/Phone",
			email: "Address/Email|Contact/Email"},
		tax: taxPaths{at: "Tax/TaxItem", rate: "TaxPercent", base: "TaxableAmount", amount: "TaxAmount",
			category: "TaxPercent/@TaxCategoryCode"},
		line: linePaths{at: "Details/ItemList/ListLineItem", id: "PositionNumber", name: "Description",
			code: "ArticleNumber", quantity: "Quantity", unit: "Quantity/@Unit", price: "UnitPrice",
			base: "UnitPrice/@BaseQuantity", net: "LineItemAmount", rate: "TaxItem/TaxPercent|VATRate|VATItem/VATRate",
			adjusted: "ReductionAndSurchargeListLineItemDetails/*/BaseAmount"},
	}
}

// facturae is the Spanish format, version 3.
func facturae() nationalFormat {
	const payment, totals = "PaymentDetails/Installment/", "InvoiceTotals/"
	return nationalFormat{
		syntax: sniff.Facturae, document: "Invoices/Invoice", number: "InvoiceHeader/InvoiceNumber",
		issued: "InvoiceIssueData/IssueDate", currency: "InvoiceIssueData/InvoiceCurrencyCode",
		typeCode: "InvoiceHeader/InvoiceDocumentType", due: payment + "InstallmentDueDate",
		account: payment + "AccountToBeCredited/IBAN",
		totals: totalPaths{
			lines: totals + "TotalGrossAmount", allowances: totals + "TotalGeneralDiscounts",
			charges: totals + "TotalGeneralSurcharges", net: totals + "TotalGrossAmountBeforeTaxes",
			tax: totals + "TotalTaxOutputs|TaxesOutputs/Tax/TaxAmount/TotalAmount", withheld: totals + "TotalTaxesWithheld",
			gross: totals + "InvoiceTotal", due: totals + "TotalExecutableAmount",
		},
		seller: "Parties/SellerParty", buyer: "Parties/BuyerParty",
		party: partyPaths{
			name:  "LegalEntity/CorporateName|Individual/Name+Individual/FirstSurname+Individual/SecondSurname",
			vatID: "TaxIdentification/TaxIdentificationNumber", street: "*/AddressInSpain/Address|*/OverseasAddress/Address",
			postCode: "*/AddressInSpain/PostCode|*/OverseasAddress/PostCodeAndTown", city: "*/AddressInSpain/Town",
			region: "*/*/Province", phone: "*/ContactDetails/Telephone", email: "*/ContactDetails/ElectronicMail",
		},
		tax: taxPaths{at: "TaxesOutputs/Tax", rate: "TaxRate", base: "TaxableBase/TotalAmount",
			amount: "TaxAmount/TotalAmount"},
		line: linePaths{at: "Items/InvoiceLine", name: "ItemDescription", code: "ArticleCode", quantity: "Quantity",
			unit: "UnitOfMeasure", price: "UnitPriceWithoutTax", net: "GrossAmount|TotalCost", rate: "TaxesOutputs/Tax/TaxRate",
			adjusted: "DiscountsAndRebates/Discount/DiscountAmount|Charges/Charge/ChargeAmount"},
	}
}

// ksef is the Polish format FA, version 1 to 3.
func ksef() nationalFormat {
	return nationalFormat{
		syntax: sniff.KSeF, document: "Fa", number: "P_2", issued: "P_1", currency: "KodWaluty",
		typeCode: "RodzajFaktury", due: "Platnosc/TerminPlatnosci/Termin|Platnosc/TerminyPlatnosci/TerminPlatnosci",
		account: "Platnosc/RachunekBankowy/NrRB|Platnosc/RachunekBankowy/NrRBPL", countryOfAccounts: "PL",
		bic: "Platnosc/RachunekBankowy/SWIFT",
		totals: totalPaths{
			net: "P_13_1+P_13_2+P_13_3+P_13_4+P_13_5+P_13_6+P_13_6_1+P_13_6_2+P_13_6_3+P_13_7+P_13_8+P_13_9+P_13_10+P_13_11",
			tax: "P_14_1+P_14_2+P_14_3+P_14_4+P_14_5", gross: "P_15",
		},
		seller: "Podmiot1", buyer: "Podmiot2",
		party: partyPaths{
			name: "DaneIdentyfikacyjne/Nazwa|DaneIdentyfikacyjne/PelnaNazwa",
			vatID: "PrefiksPodatnika+DaneIdentyfikacyjne/NIP|" +
				"DaneIdentyfikacyjne/KodUE+DaneIdentyfikacyjne/NrVatUE|DaneIdentyfikacyjne/NrID",
			street: "Adres/AdresL1+Adres/AdresL2", //nolint:misspell // Polish
			phone:  "DaneKontaktowe/Telefon", email: "DaneKontaktowe/Email",
		},
		line: linePaths{at: "FaWiersz", id: "NrWierszaFa", name: "P_7", code: "Indeks", quantity: "P_8B", unit: "P_8A",
			price: "P_9A|P_9B", net: "P_11|P_11A", rate: "P_12", adjusted: "P_10"},
	}
}
