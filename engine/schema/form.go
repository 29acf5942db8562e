package schema

// Form is the kind of a value. Its text is used in questions to a language model.
type Form string

// The forms. FormIdentifier (a number or code that names something) is not a quantity.
const (
	FormText       Form = "text"
	FormName       Form = "name" // of a person, a company, a bank
	FormAddress    Form = "address"
	FormIdentifier Form = "number or code"
	FormMoney      Form = "money"
	FormQuantity   Form = "quantity"
	FormRate       Form = "percent"
	FormDate       Form = "date"
	FormTime       Form = "time"
	FormCurrency   Form = "currency"
	FormIBAN       Form = "IBAN"
	FormBIC        Form = "BIC"
	FormTaxID      Form = "tax number"
	FormEmail      Form = "e-mail address"
	FormPhone      Form = "telephone number"
	FormWebsite    Form = "website"
	FormLanguage   Form = "language"
	FormCount      Form = "whole number"
	FormList       Form = "list"
)

// Notation is the format of a value in records. All values but those of NotationInteger and NotationArray are JSON
// strings. Its text is the one in the list of document types for clients.
type Notation string

// The notations.
const (
	NotationString   Notation = "string"
	NotationMoney    Notation = "money"    // decimal, with the minor digits of the currency or more: "1234.50"
	NotationDecimal  Notation = "decimal"  // decimal without trailing zeros: "2.5"
	NotationPercent  Notation = "percent"  // as NotationDecimal: "19"
	NotationDate     Notation = "date"     // ISO 8601: "2026-10-01"
	NotationTime     Notation = "time"     // ISO 8601: "18:05" or "18:05:59"
	NotationCurrency Notation = "currency" // ISO 4217: "EUR"
	NotationInteger  Notation = "integer"
	// NotationArray holds objects of the field's members or, without members, rows: arrays of strings.
	NotationArray Notation = "array"
)

// Notation returns the format of the form's values in records.
func (f Form) Notation() Notation {
	switch f {
	case FormMoney:
		return NotationMoney
	case FormQuantity:
		return NotationDecimal
	case FormRate:
		return NotationPercent
	case FormDate:
		return NotationDate
	case FormTime:
		return NotationTime
	case FormCurrency:
		return NotationCurrency
	case FormCount:
		return NotationInteger
	case FormList:
		return NotationArray
	case FormText, FormName, FormAddress, FormIdentifier, FormIBAN, FormBIC, FormTaxID, FormEmail, FormPhone, FormWebsite,
		FormLanguage:
	}
	return NotationString
}

// Comparison is the method to compare an extracted value with the true one.
type Comparison string

// The comparisons.
const (
	CompareExactly  Comparison = "exact"   // character by character
	CompareDecimals Comparison = "decimal" // by value
	CompareLetters  Comparison = "letters" // without case, accents, spaces and punctuation
	CompareDigits   Comparison = "digits"  // by the digits alone
)

// comparison returns the default comparison of the form's values.
func (f Form) comparison() Comparison {
	switch f {
	case FormMoney, FormQuantity, FormRate:
		return CompareDecimals
	case FormText, FormName, FormAddress, FormIBAN, FormBIC, FormTaxID, FormEmail, FormWebsite:
		return CompareLetters
	case FormPhone:
		return CompareDigits
	case FormIdentifier, FormDate, FormTime, FormCurrency, FormLanguage, FormCount, FormList:
	}
	return CompareExactly
}

// Group names a calibration curve. Trained files use these names.
type Group string

// The groups. Free text has a separate group, because no check covers it. Other list members are in GroupOther.
const (
	GroupNumber Group = "number"
	GroupDate   Group = "date"
	GroupMoney  Group = "money"
	GroupVendor Group = "vendor"
	GroupParty  Group = "party"
	GroupCode   Group = "code"
	GroupText   Group = "text"
	GroupOther  Group = "other"
)
