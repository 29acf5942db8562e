package einvoice_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/libs/require"
)

// ublInvoice is an invoice with everything on document level that the record
// shows, two lines, one of them priced by the hundred.
const ublInvoice = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<u:Invoice xmlns:u="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" xmlns:e="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">
  <e:UBLExtensions><e:UBLExtension><ID>not this one</ID></e:UBLExtension></e:UBLExtensions>
  <CustomizationID>urn:cen.eu:en16931:2017</CustomizationID>
  <ID>HT-1188</ID><IssueDate>2024-03-18Z</IssueDate><DueDate>2024-04-17</DueDate><InvoiceTypeCode>380</InvoiceTypeCode>
  <Note>Thank &amp; you</Note><DocumentCurrencyCode>GBP</DocumentCurrencyCode><BuyerReference>dept 4</BuyerReference>
  <a:InvoicePeriod><StartDate>2024-03-01</StartDate><EndDate>2024-03-15</EndDate></a:InvoicePeriod>
  <a:OrderReference><ID>PO-77</ID><SalesOrderID>SO-1</SalesOrderID></a:OrderReference>
  <a:BillingReference><a:InvoiceDocumentReference><ID>HT-1100</ID></a:InvoiceDocumentReference></a:BillingReference>
  <a:ContractDocumentReference><ID>C-9</ID></a:ContractDocumentReference>
  <a:AdditionalDocumentReference><ID>plan</ID><a:Attachment><EmbeddedDocumentBinaryObject mimeCode="application/pdf">JVBERi0=</EmbeddedDocumentBinaryObject></a:Attachment></a:AdditionalDocumentReference>
  <a:ProjectReference><ID>P-3</ID></a:ProjectReference>
  <a:AccountingSupplierParty><a:Party>
    <EndpointID schemeID="EM">billing@harrow.example</EndpointID><WebsiteURI>https://harrow.example</WebsiteURI>
    <a:PartyName><Name>Harrow</Name></a:PartyName>
    <a:PostalAddress><StreetName>14 Mill Lane</StreetName><AdditionalStreetName>Unit 2</AdditionalStreetName><CityName>Leeds</CityName><PostalZone>LS1 4AP</PostalZone>
      <CountrySubentity>Yorkshire</CountrySubentity><a:AddressLine><Line>Yard</Line></a:AddressLine><a:Country><IdentificationCode>GB</IdentificationCode></a:Country></a:PostalAddress>
    <a:PartyTaxScheme><CompanyID>12/345</CompanyID><a:TaxScheme><ID>FC</ID></a:TaxScheme></a:PartyTaxScheme>
    <a:PartyTaxScheme><CompanyID>GB 980 7806 84</CompanyID><a:TaxScheme><ID>VAT</ID></a:TaxScheme></a:PartyTaxScheme>
    <a:PartyLegalEntity><RegistrationName>Harrow Tools Ltd</RegistrationName><CompanyID>0815</CompanyID></a:PartyLegalEntity>
    <a:Contact><Name>Ann</Name><Telephone>+44 113 496 0000</Telephone></a:Contact>
  </a:Party></a:AccountingSupplierParty>
  <a:AccountingCustomerParty><a:Party><a:PartyIdentification><ID>K-5</ID></a:PartyIdentification><a:PartyName><Name>Oak &amp; Sons</Name></a:PartyName>
    <a:PostalAddress><StreetName>3 High Street</StreetName><CityName>York</CityName><PostalZone>YO1 7HH</PostalZone></a:PostalAddress></a:Party></a:AccountingCustomerParty>
  <a:PayeeParty><a:PartyName><Name>Factor plc</Name></a:PartyName></a:PayeeParty>
  <a:Delivery><ActualDeliveryDate>2024-03-14</ActualDeliveryDate><a:DeliveryLocation><a:Address><CityName>Hull</CityName></a:Address></a:DeliveryLocation>
    <a:DeliveryParty><a:PartyName><Name>Depot</Name></a:PartyName></a:DeliveryParty></a:Delivery>
  <a:PaymentMeans><PaymentMeansCode>30</PaymentMeansCode><PaymentID>RF18 5390</PaymentID><a:PayeeFinancialAccount><ID>GB29 NWBK 6016 1331 9268 19</ID><Name>Harrow</Name>
    <a:FinancialInstitutionBranch><ID>NWBKGB2L</ID></a:FinancialInstitutionBranch></a:PayeeFinancialAccount></a:PaymentMeans>
  <a:PaymentTerms><Note>30 days net</Note></a:PaymentTerms>
  <a:AllowanceCharge><ChargeIndicator>true</ChargeIndicator><AllowanceChargeReasonCode>FC</AllowanceChargeReasonCode><Amount currencyID="GBP">5.00</Amount></a:AllowanceCharge>
  <a:AllowanceCharge><ChargeIndicator>false</ChargeIndicator><AllowanceChargeReason>Loyalty</AllowanceChargeReason><MultiplierFactorNumeric>10</MultiplierFactorNumeric>
    <Amount currencyID="GBP">12.00</Amount><BaseAmount currencyID="GBP">120.00</BaseAmount><a:TaxCategory><Percent>20</Percent></a:TaxCategory></a:AllowanceCharge>
  <a:TaxTotal><TaxAmount currencyID="EUR">26.44</TaxAmount></a:TaxTotal>
  <a:TaxTotal><TaxAmount currencyID="GBP">22.60</TaxAmount><a:TaxSubtotal><TaxableAmount currencyID="GBP">113.00</TaxableAmount><TaxAmount currencyID="GBP">22.60</TaxAmount>
    <a:TaxCategory><ID>S</ID><Percent>20.0</Percent></a:TaxCategory></a:TaxSubtotal></a:TaxTotal>
  <a:LegalMonetaryTotal><LineExtensionAmount>120.00</LineExtensionAmount><TaxExclusiveAmount>113.00</TaxExclusiveAmount><TaxInclusiveAmount>135.60</TaxInclusiveAmount>
    <AllowanceTotalAmount>12.00</AllowanceTotalAmount><ChargeTotalAmount>5.00</ChargeTotalAmount><PrepaidAmount>35.00</PrepaidAmount>
    <PayableRoundingAmount>0.40</PayableRoundingAmount><PayableAmount>101.00</PayableAmount></a:LegalMonetaryTotal>
  <a:InvoiceLine><ID>1</ID><InvoicedQuantity unitCode="C62">4.0</InvoicedQuantity><LineExtensionAmount>95.00</LineExtensionAmount>
    <a:AllowanceCharge><ChargeIndicator>false</ChargeIndicator><Amount>5.00</Amount></a:AllowanceCharge>
    <a:Item><Description>galvanised</Description><Name>Steel bracket</Name><a:SellersItemIdentification><ID>SB-1</ID></a:SellersItemIdentification>
      <a:StandardItemIdentification><ID schemeID="0160">4012345000009</ID></a:StandardItemIdentification>
      <a:ClassifiedTaxCategory><ID>S</ID><Percent>20</Percent></a:ClassifiedTaxCategory></a:Item>
    <a:Price><PriceAmount>25.00</PriceAmount></a:Price></a:InvoiceLine>
  <a:InvoiceLine><ID>2</ID><InvoicedQuantity unitCode="C62">500</InvoicedQuantity><LineExtensionAmount>25.00</LineExtensionAmount>
    <a:Item><Name>Washer</Name></a:Item><a:Price><PriceAmount>5.00</PriceAmount><BaseQuantity unitCode="C62">100</BaseQuantity></a:Price></a:InvoiceLine>
</u:Invoice>`

// ciiInvoice has the essential content of ublInvoice in CII, with unusual prefixes.
const ciiInvoice = `<x:CrossIndustryInvoice xmlns:x="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
 xmlns:r="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:t="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<x:ExchangedDocumentContext><r:GuidelineSpecifiedDocumentContextParameter><r:ID>urn:cen.eu:en16931:2017</r:ID></r:GuidelineSpecifiedDocumentContextParameter></x:ExchangedDocumentContext>
<x:ExchangedDocument><r:ID>HT-1188</r:ID><r:TypeCode>380</r:TypeCode><r:IssueDateTime><t:DateTimeString format="102">20240318</t:DateTimeString></r:IssueDateTime></x:ExchangedDocument>
<x:SupplyChainTradeTransaction>
<r:IncludedSupplyChainTradeLineItem><r:AssociatedDocumentLineDocument><r:LineID>1</r:LineID></r:AssociatedDocumentLineDocument>
 <r:SpecifiedTradeProduct><r:GlobalID schemeID="0160">4012345000009</r:GlobalID><r:SellerAssignedID>SB-1</r:SellerAssignedID><r:Name>Steel bracket</r:Name></r:SpecifiedTradeProduct>
 <r:SpecifiedLineTradeAgreement><r:GrossPriceProductTradePrice><r:ChargeAmount>26</r:ChargeAmount></r:GrossPriceProductTradePrice>
  <r:NetPriceProductTradePrice><r:ChargeAmount>25.00</r:ChargeAmount></r:NetPriceProductTradePrice></r:SpecifiedLineTradeAgreement>
 <r:SpecifiedLineTradeDelivery><r:BilledQuantity unitCode="C62">4</r:BilledQuantity></r:SpecifiedLineTradeDelivery>
 <r:SpecifiedLineTradeSettlement><r:ApplicableTradeTax><r:CategoryCode>S</r:CategoryCode><r:RateApplicablePercent>20</r:RateApplicablePercent></r:ApplicableTradeTax>
  <r:SpecifiedTradeAllowanceCharge><r:ChargeIndicator><t:Indicator>false</t:Indicator></r:ChargeIndicator><r:ActualAmount>5.00</r:ActualAmount></r:SpecifiedTradeAllowanceCharge>
  <r:SpecifiedTradeSettlementLineMonetarySummation><r:LineTotalAmount>95.00</r:LineTotalAmount></r:SpecifiedTradeSettlementLineMonetarySummation></r:SpecifiedLineTradeSettlement>
</r:IncludedSupplyChainTradeLineItem>
<r:ApplicableHeaderTradeAgreement><r:SellerTradeParty><r:Name>Harrow Tools Ltd</r:Name><r:DefinedTradeContact><r:PersonName>Ann</r:PersonName>
   <r:TelephoneUniversalCommunication><r:CompleteNumber>+44 113 496 0000</r:CompleteNumber></r:TelephoneUniversalCommunication></r:DefinedTradeContact>
  <r:PostalTradeAddress><r:PostcodeCode>LS1 4AP</r:PostcodeCode><r:LineOne>14 Mill Lane</r:LineOne><r:LineTwo>Unit 2</r:LineTwo><r:CityName>Leeds</r:CityName><r:CountryID>GB</r:CountryID></r:PostalTradeAddress>
  <r:SpecifiedTaxRegistration><r:ID schemeID="FC">12/345</r:ID></r:SpecifiedTaxRegistration><r:SpecifiedTaxRegistration><r:ID schemeID="VA">GB980780684</r:ID></r:SpecifiedTaxRegistration></r:SellerTradeParty>
 <r:BuyerTradeParty><r:ID>K-5</r:ID><r:Name>Oak &amp; Sons</r:Name></r:BuyerTradeParty>
 <r:BuyerOrderReferencedDocument><r:IssuerAssignedID>PO-77</r:IssuerAssignedID></r:BuyerOrderReferencedDocument></r:ApplicableHeaderTradeAgreement>
<r:ApplicableHeaderTradeDelivery><r:ActualDeliverySupplyChainEvent><r:OccurrenceDateTime><t:DateTimeString format="102">20240314</t:DateTimeString></r:OccurrenceDateTime></r:ActualDeliverySupplyChainEvent></r:ApplicableHeaderTradeDelivery>
<r:ApplicableHeaderTradeSettlement><r:PaymentReference>RF18 5390</r:PaymentReference><r:InvoiceCurrencyCode>GBP</r:InvoiceCurrencyCode>
 <r:SpecifiedTradeSettlementPaymentMeans><r:TypeCode>58</r:TypeCode><r:PayeePartyCreditorFinancialAccount><r:IBANID>GB29NWBK60161331926819</r:IBANID></r:PayeePartyCreditorFinancialAccount>
  <r:PayeeSpecifiedCreditorFinancialInstitution><r:BICID>NWBKGB2L</r:BICID></r:PayeeSpecifiedCreditorFinancialInstitution></r:SpecifiedTradeSettlementPaymentMeans>
 <r:ApplicableTradeTax><r:CalculatedAmount>20.00</r:CalculatedAmount><r:BasisAmount>100.00</r:BasisAmount><r:CategoryCode>S</r:CategoryCode><r:RateApplicablePercent>20.00</r:RateApplicablePercent></r:ApplicableTradeTax>
 <r:SpecifiedLogisticsServiceCharge><r:Description>Carriage</r:Description><r:AppliedAmount>5.00</r:AppliedAmount></r:SpecifiedLogisticsServiceCharge>
 <r:SpecifiedTradePaymentTerms><r:Description>30 days net</r:Description><r:DueDateDateTime><t:DateTimeString format="102">20240417</t:DateTimeString></r:DueDateDateTime></r:SpecifiedTradePaymentTerms>
 <r:SpecifiedTradeSettlementHeaderMonetarySummation><r:LineTotalAmount>95.00</r:LineTotalAmount><r:ChargeTotalAmount>5.00</r:ChargeTotalAmount><r:TaxBasisTotalAmount>100.00</r:TaxBasisTotalAmount>
  <r:TaxTotalAmount currencyID="EUR">23.40</r:TaxTotalAmount><r:TaxTotalAmount currencyID="GBP">20.00</r:TaxTotalAmount><r:GrandTotalAmount>120.00</r:GrandTotalAmount><r:DuePayableAmount>120.00</r:DuePayableAmount></r:SpecifiedTradeSettlementHeaderMonetarySummation>
</r:ApplicableHeaderTradeSettlement></x:SupplyChainTradeTransaction></x:CrossIndustryInvoice>`

// zugferdInvoice is ZUGFeRD 1.0 with a remark for a first line.
const zugferdInvoice = `<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:12" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:15">
<rsm:SpecifiedExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:ferd:CrossIndustryDocument:invoice:1p0:comfort</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:SpecifiedExchangedDocumentContext>
<rsm:HeaderExchangedDocument><ram:ID>Z-1</ram:ID><ram:TypeCode>381</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20140703</udt:DateTimeString></ram:IssueDateTime></rsm:HeaderExchangedDocument>
<rsm:SpecifiedSupplyChainTradeTransaction><ram:ApplicableSupplyChainTradeAgreement><ram:SellerTradeParty><ram:Name>Werk GmbH</ram:Name></ram:SellerTradeParty></ram:ApplicableSupplyChainTradeAgreement>
<ram:ApplicableSupplyChainTradeDelivery/><ram:ApplicableSupplyChainTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:ApplicableTradeTax><ram:CalculatedAmount currencyID="EUR">1.90</ram:CalculatedAmount><ram:BasisAmount>10.00</ram:BasisAmount><ram:ApplicablePercent>19.00</ram:ApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementMonetarySummation><ram:LineTotalAmount>10.00</ram:LineTotalAmount><ram:TaxBasisTotalAmount>10.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount>1.90</ram:TaxTotalAmount><ram:GrandTotalAmount>11.90</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementMonetarySummation>
</ram:ApplicableSupplyChainTradeSettlement>
<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:IncludedNote><ram:Content>As ordered:</ram:Content></ram:IncludedNote></ram:AssociatedDocumentLineDocument></ram:IncludedSupplyChainTradeLineItem>
<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedSupplyChainTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>5.00</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedSupplyChainTradeAgreement>
<ram:SpecifiedSupplyChainTradeDelivery><ram:BilledQuantity unitCode="HUR">2.0000</ram:BilledQuantity></ram:SpecifiedSupplyChainTradeDelivery>
<ram:SpecifiedSupplyChainTradeSettlement><ram:ApplicableTradeTax><ram:ApplicablePercent>19.00</ram:ApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementMonetarySummation><ram:LineTotalAmount>10.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementMonetarySummation></ram:SpecifiedSupplyChainTradeSettlement>
<ram:SpecifiedTradeProduct><ram:Name>Beratung</ram:Name></ram:SpecifiedTradeProduct></ram:IncludedSupplyChainTradeLineItem>
</rsm:SpecifiedSupplyChainTradeTransaction></rsm:CrossIndustryDocument>`

// orderResponse is an Order-X response that agrees to less than was asked for.
const orderResponse = `<rsm:SCRDMCCBDACIOMessageStructure xmlns:rsm="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:128" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:128">
<rsm:ExchangedDocument><ram:ID>PO-9-R1</ram:ID><ram:TypeCode>231</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="203">202003311232</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction><ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:Name>Bolt</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeDelivery><ram:RequestedQuantity unitCode="C62">10</ram:RequestedQuantity><ram:AgreedQuantity unitCode="C62">8</ram:AgreedQuantity></ram:SpecifiedLineTradeDelivery></ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement/><ram:ApplicableHeaderTradeDelivery><ram:ShipToTradeParty><ram:PostalTradeAddress><ram:LineOne>Dock 4</ram:LineOne><ram:CityName>Hull</ram:CityName></ram:PostalTradeAddress></ram:ShipToTradeParty>
<ram:RequestedDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20200415</udt:DateTimeString></ram:OccurrenceDateTime></ram:RequestedDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>
<ram:ApplicableHeaderTradeSettlement><ram:OrderCurrencyCode>EUR</ram:OrderCurrencyCode></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:SCRDMCCBDACIOMessageStructure>`

// ublOrder is an order in UBL.
const ublOrder = `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2" xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<b:ID>PO-77</b:ID><b:IssueDate>2024-03-01</b:IssueDate><b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>
<a:BuyerCustomerParty><a:Party><a:PartyName><b:Name>Oak</b:Name></a:PartyName></a:Party></a:BuyerCustomerParty><a:SellerSupplierParty><a:Party><a:PartyName><b:Name>Harrow</b:Name></a:PartyName></a:Party></a:SellerSupplierParty>
<a:Delivery><a:DeliveryAddress><b:CityName>Hull</b:CityName></a:DeliveryAddress><a:RequestedDeliveryPeriod><b:EndDate>2024-03-20</b:EndDate></a:RequestedDeliveryPeriod></a:Delivery>
<a:AnticipatedMonetaryTotal><b:TaxInclusiveAmount>12.00</b:TaxInclusiveAmount></a:AnticipatedMonetaryTotal>
<a:OrderLine><a:LineItem><b:ID>1</b:ID><b:Quantity unitCode="C62">3</b:Quantity><a:Item><b:Name>Nut</b:Name></a:Item></a:LineItem></a:OrderLine></Order>`

func read(t *testing.T, xml string) *einvoice.Invoice {
	t.Helper()
	d, err := einvoice.Read([]byte(xml))
	require.NoError(t, err)
	return d
}

// creditNote turns the sample into a UBL CreditNote.
func creditNote() string {
	return strings.NewReplacer(
		"schema:xsd:Invoice-2", "schema:xsd:CreditNote-2", "u:Invoice", "u:CreditNote", "a:InvoiceLine", "a:CreditNoteLine",
		"InvoicedQuantity", "CreditedQuantity", "InvoiceTypeCode>380", "CreditNoteTypeCode>381", "InvoiceTypeCode",
		"CreditNoteTypeCode",
	).Replace(ublInvoice)
}
