package einvoice_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/assert"
)

const fatturaPA = `<?xml version="1.0"?><p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2" xmlns:d="http://www.w3.org/2000/09/xmldsig#">
<FatturaElettronicaHeader><CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>07643520567</IdCodice></IdFiscaleIVA><CodiceFiscale>LBRGNN70A01F205X</CodiceFiscale>
<Anagrafica><Nome>Gianna</Nome><Cognome>Alberti</Cognome></Anagrafica></DatiAnagrafici><Sede><Indirizzo>Via Po 3</Indirizzo><CAP>10121</CAP><Comune>Torino</Comune><Provincia>TO</Provincia></Sede><Contatti><Telefono>0115550100</Telefono></Contatti></CedentePrestatore>
<CessionarioCommittente><DatiAnagrafici><CodiceFiscale>09814450961</CodiceFiscale><Anagrafica><Denominazione>Quercia Srl</Denominazione></Anagrafica></DatiAnagrafici></CessionarioCommittente></FatturaElettronicaHeader>
<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD04</TipoDocumento><Divisa>EUR</Divisa><Data>2024-03-18</Data><Numero>12/A</Numero></DatiGeneraliDocumento><DatiOrdineAcquisto><IdDocumento>PO-77</IdDocumento></DatiOrdineAcquisto></DatiGenerali>
<DatiBeniServizi><DettaglioLinee><NumeroLinea>1</NumeroLinea><CodiceArticolo><CodiceValore>SB-1</CodiceValore></CodiceArticolo><Descrizione>Staffa</Descrizione><Quantita>4.00</Quantita><UnitaMisura>PZ</UnitaMisura><PrezzoUnitario>25.00</PrezzoUnitario><ScontoMaggiorazione><Tipo>SC</Tipo><Percentuale>5.00</Percentuale></ScontoMaggiorazione><PrezzoTotale>95.00</PrezzoTotale><AliquotaIVA>22.00</AliquotaIVA></DettaglioLinee>
<DatiRiepilogo><AliquotaIVA>22.00</AliquotaIVA><ImponibileImporto>95.00</ImponibileImporto><Imposta>20.90</Imposta></DatiRiepilogo></DatiBeniServizi>
<DatiPagamento><DettaglioPagamento><DataScadenzaPagamento>2024-04-17</DataScadenzaPagamento><IBAN>IT60X0542811101000000123456</IBAN></DettaglioPagamento></DatiPagamento>
<Allegati><Attachment>JVBERi0=</Attachment></Allegati></FatturaElettronicaBody>
<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><Numero>another</Numero></DatiGeneraliDocumento></DatiGenerali></FatturaElettronicaBody>
<d:Signature><d:Object><Numero>signed</Numero></d:Object></d:Signature></p:FatturaElettronica>`

//nolint:misspell // Spanish
const cfdi = `<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" Version="4.0" Folio="12/A" Fecha="2024-03-18T10:00:00" SubTotal="100.00" Descuento="5.00" Moneda="MXN" Total="105.45" TipoDeComprobante="E" CondicionesDePago="30 days">
<c:Emisor Rfc="AAA010101AAA" Nombre="Herrajes Sol"/><c:Receptor Rfc="BBB010101BB1" Nombre="Roble SA"/><c:Conceptos><c:Concepto NoIdentificacion="SB-1" Cantidad="4" ClaveUnidad="H87" Descripcion="Escuadra" ValorUnitario="25.00" Importe="100.00" Descuento="5.00"><c:Impuestos><c:Traslados><c:Traslado Importe="1"/></c:Traslados></c:Impuestos></c:Concepto></c:Conceptos>
<c:Impuestos TotalImpuestosTrasladados="15.20" TotalImpuestosRetenidos="4.75"><c:Traslados><c:Traslado Base="95.00" Impuesto="002" TasaOCuota="0.160000" Importe="15.20"/></c:Traslados></c:Impuestos></c:Comprobante>`

const ebInterface = `<eb:Invoice xmlns:eb="http://www.ebinterface.at/schema/4p2/" eb:DocumentType="CreditMemo" eb:InvoiceCurrency="EUR"><eb:InvoiceNumber>12/A</eb:InvoiceNumber><eb:InvoiceDate>2024-03-18</eb:InvoiceDate>
<eb:Biller><eb:VATIdentificationNumber>ATU12345675</eb:VATIdentificationNumber><eb:Address><eb:Name>Beschlag Enns GmbH</eb:Name><eb:Street>Ring 1</eb:Street><eb:Town>Steyr</eb:Town><eb:ZIP>4400</eb:ZIP><eb:Email>a@enns.example</eb:Email></eb:Address></eb:Biller>
<eb:InvoiceRecipient><eb:VATIdentificationNumber>00000000</eb:VATIdentificationNumber><eb:OrderReference><eb:OrderID>PO-77</eb:OrderID></eb:OrderReference><eb:Address><eb:Name>Eiche KG</eb:Name></eb:Address></eb:InvoiceRecipient>
<eb:Details><eb:ItemList><eb:ListLineItem><eb:Description>Winkel</eb:Description><eb:ArticleNumber>SB-1</eb:ArticleNumber><eb:ArticleNumber>4012345000009</eb:ArticleNumber><eb:Quantity eb:Unit="C62">4.00</eb:Quantity><eb:UnitPrice eb:BaseQuantity="10">250.00</eb:UnitPrice><eb:ReductionAndSurchargeListLineItemDetails><eb:ReductionListLineItem><eb:BaseAmount>100.00</eb:BaseAmount></eb:ReductionListLineItem></eb:ReductionAndSurchargeListLineItemDetails><eb:VATRate>20</eb:VATRate><eb:LineItemAmount>95.00</eb:LineItemAmount></eb:ListLineItem></eb:ItemList></eb:Details>
<eb:Tax><eb:VAT><eb:VATItem><eb:TaxedAmount>95.00</eb:TaxedAmount><eb:VATRate>20</eb:VATRate><eb:Amount>19.00</eb:Amount></eb:VATItem></eb:VAT></eb:Tax><eb:TotalGrossAmount>114.00</eb:TotalGrossAmount><eb:PayableAmount>114.00</eb:PayableAmount>
<eb:PaymentMethod><eb:UniversalBankTransaction><eb:BeneficiaryAccount><eb:BIC>VBWIATW1</eb:BIC><eb:IBAN>AT611904300234573201</eb:IBAN></eb:BeneficiaryAccount></eb:UniversalBankTransaction></eb:PaymentMethod><eb:PaymentConditions><eb:DueDate>2024-04-17</eb:DueDate></eb:PaymentConditions></eb:Invoice>`

const facturae = `<f:Facturae xmlns:f="http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"><Parties>
<SellerParty><TaxIdentification><TaxIdentificationNumber>B97441209</TaxIdentificationNumber></TaxIdentification><LegalEntity><CorporateName>Herrajes Turia SL</CorporateName><AddressInSpain><Address>Calle Mayor 1</Address><PostCode>28001</PostCode><Town>Madrid</Town></AddressInSpain></LegalEntity></SellerParty>
<BuyerParty><Individual><Name>Ana</Name><FirstSurname>Roble</FirstSurname></Individual></BuyerParty></Parties>
<Invoices><Invoice><InvoiceHeader><InvoiceNumber>12/A</InvoiceNumber></InvoiceHeader><InvoiceIssueData><IssueDate>2024-03-18</IssueDate><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode></InvoiceIssueData>
<TaxesOutputs><Tax><TaxRate>21.00</TaxRate><TaxableBase><TotalAmount>95.00</TotalAmount></TaxableBase><TaxAmount><TotalAmount>19.95</TotalAmount></TaxAmount></Tax></TaxesOutputs>
<InvoiceTotals><TotalGrossAmount>95.00</TotalGrossAmount><TotalGrossAmountBeforeTaxes>95.00</TotalGrossAmountBeforeTaxes><TotalTaxOutputs>19.95</TotalTaxOutputs><TotalTaxesWithheld>14.25</TotalTaxesWithheld><InvoiceTotal>100.70</InvoiceTotal><TotalExecutableAmount>100.70</TotalExecutableAmount></InvoiceTotals>
<Items><InvoiceLine><ItemDescription>Escuadra</ItemDescription><Quantity>4</Quantity><UnitPriceWithoutTax>25.00</UnitPriceWithoutTax><DiscountsAndRebates><Discount><DiscountAmount>5.00</DiscountAmount></Discount></DiscountsAndRebates><GrossAmount>95.00</GrossAmount></InvoiceLine></Items>
<PaymentDetails><Installment><InstallmentDueDate>2024-04-17</InstallmentDueDate><AccountToBeCredited><IBAN>ES9121000418450200051332</IBAN></AccountToBeCredited></Installment></PaymentDetails></Invoice></Invoices></f:Facturae>`

//nolint:misspell // Polish
const ksef = `<Faktura xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/"><Podmiot1><PrefiksPodatnika>PL</PrefiksPodatnika><DaneIdentyfikacyjne><NIP>6793108059</NIP><Nazwa>Okucia sp. z o.o.</Nazwa></DaneIdentyfikacyjne><Adres><AdresL1>ul. Nowa 2</AdresL1><AdresL2>30-001 Kraków</AdresL2></Adres></Podmiot1>
<Podmiot2><DaneIdentyfikacyjne><NIP>5260250274</NIP><Nazwa>Dąb SA</Nazwa></DaneIdentyfikacyjne></Podmiot2>
<Fa><KodWaluty>PLN</KodWaluty><P_1>2024-03-18</P_1><P_2>12/A</P_2><P_13_1>75.00</P_13_1><P_14_1>17.25</P_14_1><P_13_6_1>20.00</P_13_6_1><P_15>112.25</P_15>
<FaWiersz><P_7>Kątownik</P_7><P_8A>szt.</P_8A><P_8B>4</P_8B><P_9A>25.00</P_9A><P_10>5.00</P_10><P_11>95.00</P_11><P_12>23</P_12></FaWiersz>
<Platnosc><TerminPlatnosci><Termin>2024-04-17</Termin></TerminPlatnosci><RachunekBankowy><NrRB>61109010140000071219812874</NrRB></RachunekBankowy></Platnosc></Fa></Faktura>`

func TestNationalFormats(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		xml    string
		syntax einvoice.Syntax
		want   string
	}{
		"FatturaPA": {fatturaPA, sniff.FatturaPA, "credit_note EUR 2024-04-17 PO-77|Gianna Alberti IT 07643520567|" +
			"Via Po 3 10121 Torino TO|Quercia Srl |IT60X0542811101000000123456 |95 20.9 115.9|22|SB-1 PZ 95"},
		"CFDI": {cfdi, sniff.CFDI, "credit_note MXN  |Herrajes Sol AAA010101AAA|   |Roble SA BBB010101BB1||" +
			"95 15.2 105.45|16|SB-1 H87 100"},
		"ebInterface": {ebInterface, sniff.EbInterface, "credit_note EUR 2024-04-17 PO-77|Beschlag Enns GmbH ATU12345675|" +
			"Ring 1 4400 Steyr |Eiche KG |AT611904300234573201 VBWIATW1|95 19 114||SB-1 C62 95"},
		"Facturae": {facturae, sniff.Facturae, "invoice EUR 2024-04-17 |Herrajes Turia SL B97441209|" +
			"Calle Mayor 1 28001 Madrid |Ana Roble |ES9121000418450200051332 |95 19.95 100.7|21|  95"},
		"KSeF": {ksef, sniff.KSeF, "invoice PLN 2024-04-17 |Okucia sp. z o.o. PL 6793108059|" +
			"ul. Nowa 2+30-001 Kraków   |Dąb SA 5260250274|PL61109010140000071219812874 |95 17.25 112.25|| szt. 95"},
	} {
		d := read(t, c.xml)
		assert.Equal(t, d.Syntax, c.syntax, name)
		assert.True(t, d.Number == "12/A" && d.Issued.Value == "2024-03-18" && len(d.Lines) == 1, name, d)
		kind, _ := sniff.Sniff([]byte(c.xml))
		assert.Equal(t, kind, sniff.XML, name)
		var account, rates []string
		for _, p := range d.Payments {
			account = append(account, p.Account+" "+p.BIC)
		}
		for _, tax := range d.Taxes {
			rates = append(rates, tax.Rate.Value.String())
		}
		address, line := d.Seller.Address, d.Lines[0]
		got := []string{
			fmt.Sprint(d.Type, " ", d.Currency, " ", d.Due.Value, " ", d.PurchaseOrder), d.Seller.Name + " " + d.Seller.VATID,
			strings.Join([]string{strings.Join(address.Lines, "+"), address.PostCode, address.City, address.Subdivision}, " "),
			d.Buyer.Name + " " + d.Buyer.VATID, strings.Join(account, ","),
			fmt.Sprint(d.Totals.Net.Value, " ", d.Totals.Tax.Value, " ", d.Totals.Gross.Value), strings.Join(rates, ","),
			fmt.Sprint(line.SellerID, " ", line.Quantity.Unit, " ", line.Net.Value),
		}
		assert.Equal(t, strings.Join(got, "|"), c.want, name)
		if name != "CFDI" { // which states the amount before the discount
			assert.Equal(t, line.Adjusted().String(), "-5", name)
		}
	}
}
