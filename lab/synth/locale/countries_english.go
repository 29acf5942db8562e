package locale

import (
	"math/rand/v2"

	"github.com/docmill/docmill/lab/synth/random"
)

func englishCountries() []Country {
	return []Country{unitedStates(), unitedKingdom(), malaysia(), singapore(), india(), australia(), ireland()}
}

func unitedStates() Country {
	return Country{
		Code: "US", weight: 6, Name: "United States", Currency: "USD", symbols: []string{"$", "$", "$", "$", "USD", "US$"},
		dates: []string{"01/02/2006", "01/02/2006", "1/2/2006", "January 2, 2006", "Jan 2, 2006", "Jan 02, 2006", "01/02/06",
			"2006-01-02", "01-02-2006", "2 Jan 2006"},
		numbers:  []string{",.", ",.", ",.", "."},
		taxNames: []string{"Sales Tax", "Tax", "Sales tax", "State Tax"}, taxRates: "6.25 8.25 7 8.875 4.75",
		Towns: []string{"Portland/OR", "Austin/TX", "Denver/CO", "Madison/WI", "Columbus/OH", "Tucson/AZ", "Savannah/GA",
			"Boise/ID", "Albany/NY", "Reno/NV", "Tampa/FL", "Oakland/CA", "St. Paul/MN", "Raleigh/NC", "Salt Lake City/UT",
			"Des Moines/IA"},
		postal: []string{"{town}, {state} *####", "{town}, {state} *####", "{town} {state} *####",
			"{town}, {state} *####-####"},
		streets: []string{"{no} {street}", "{no} {street}", "{no} {street}, Suite *##", "{no} N. {street}",
			"{no} {street} Unit *"},
		Phones: []string{"(*##) *##-####", "*##-*##-####", "+1 *## *## ####", "*##.*##.####", "1-800-*##-####",
			"*##-*##-####x####", "+1-*##-*##-####x###", "001-*##-*##-####"},
		domains: []string{"com", "com", "com", "net", "co", "io", "us"},
		Forms:   []string{"Inc.", "LLC", "Corp.", "Co.", "Inc", ", Inc.", ", LLC", "Company", "", "Ltd."},
		account: "*#########", taxID: func(r *rand.Rand) string { return random.Fill(r, "*#-#######") },
	}
}

func unitedKingdom() Country {
	return Country{
		Code: "GB", weight: 5, Name: "United Kingdom", Currency: "GBP", symbols: []string{"£", "£", "£", "GBP"},
		dates: []string{"02/01/2006", "02/01/2006", "02/01/06", "2 January 2006", "02 January 2006", "2 Jan 2006",
			"02-Jan-2006", "02-Jan-06", "02.01.2006", "2006-01-02"},
		numbers:  []string{",.", ",.", ",.", "."},
		taxNames: []string{"VAT", "VAT", "V.A.T.", "VAT"}, taxRates: "20 5 0",
		Towns: []string{"Bristol", "Leeds", "Norwich", "York", "Exeter", "Sheffield", "London", "Reading", "Cardiff",
			"Glasgow", "Derby", "Lincoln", "Stockport", "Milton Keynes"},
		postal:  []string{"{town}/@@# #@@", "{town} @@# #@@", "{town}, @@## #@@", "{town}/@# #@@", "{town} @@#@ #@@"},
		streets: []string{"{no} {street}", "{no} {street}", "Unit *, {no} {street}", "{no}, {street}"},
		Phones:  []string{"01*## ######", "020 7### ####", "+44 (0)1*## ######", "0*### ### ###", "+44 20 8### ####"},
		domains: []string{"co.uk", "co.uk", "com", "uk", "org.uk"},
		Forms:   []string{"Ltd", "Limited", "Ltd.", "plc", "LLP", "& Sons Ltd", "& Co", ""},
		Iban:    "@@@@##############", account: "########", taxID: vatGB,
	}
}

func malaysia() Country {
	return Country{
		Code: "MY", weight: 3, Name: "Malaysia", Currency: "MYR", symbols: []string{"RM", "RM", "MYR"},
		dates:    []string{"02/01/2006", "02/01/2006", "02-01-2006", "02/01/06", "2 Jan 2006", "02-Jan-2006", "02.01.2006"},
		numbers:  []string{",.", ",.", "."},
		taxNames: []string{"GST", "SST", "Service Tax", "GST"}, taxRates: "6 0",
		Towns: []string{"Kuala Lumpur/Wilayah Persekutuan", "Shah Alam/Selangor", "Johor Bahru/Johor", "Ipoh/Perak",
			"Petaling Jaya/Selangor", "Klang/Selangor", "George Town/Pulau Pinang", "Melaka/Melaka", "Seremban/N. Sembilan"},
		postal: []string{"##### {town}", "##### {town}, {state}", "##### {town}/{state}"},
		streets: []string{"No. {no}, {street}", "{no}, {street}", "Lot *##, {street}", "No {no}, {street}",
			"{no} & *#, {street}"},
		Phones:  []string{"03-#### ####", "+603-########", "07-### ####", "012-### ####", "603-#### ####"},
		domains: []string{"com.my", "com.my", "my", "com"},
		Forms:   []string{"Sdn Bhd", "Sdn. Bhd.", "SDN BHD", "Enterprise", "Trading", "Sdn Bhd (######-@)"},
		account: "# ##### ##### #", taxID: func(r *rand.Rand) string {
			return random.Pick(r, random.Fill(r, "00########"+"##"), random.Fill(r, "@##-####-########"))
		},
	}
}

func singapore() Country {
	return Country{
		Code: "SG", weight: 2, Name: "Singapore", Currency: "SGD", symbols: []string{"S$", "$", "SGD"},
		dates:    []string{"02/01/2006", "02-Jan-2006", "2 Jan 2006", "02 Jan 2006", "02/01/06", "2 January 2006"},
		numbers:  []string{",.", "."},
		taxNames: []string{"GST", "GST"}, taxRates: "7 9 8",
		Towns:   []string{"Singapore"},
		postal:  []string{"Singapore ######", "{town} ######", "S(######)"},
		streets: []string{"{no} {street}", "{no} {street} #*#-##", "Blk {no} {street}", "{no} {street}, #0*-##"},
		Phones:  []string{"+65 6### ####", "6### ####", "(65) 6###-####"},
		domains: []string{"com.sg", "sg", "com"},
		Forms:   []string{"Pte Ltd", "Pte. Ltd.", "LLP", "PTE LTD"},
		account: "###-#####-#", taxID: func(r *rand.Rand) string {
			return random.Pick(r, random.Fill(r, "20#######@"), random.Fill(r, "M2-#######-#"))
		},
	}
}

func india() Country {
	return Country{
		Code: "IN", weight: 3, Name: "India", Currency: "INR", symbols: []string{"Rs.", "Rs", "INR", "₹"},
		dates: []string{"02/01/2006", "02-01-2006", "02-Jan-2006", "2-Jan-06", "02 Jan 2006", "2 January, 2006",
			"02.01.2006"},
		numbers:  []string{",.", ",."},
		taxNames: []string{"GST", "IGST", "IGST"}, taxRates: "18 12 5 28",
		Towns: []string{"Pune/Maharashtra", "Chennai/Tamil Nadu", "Jaipur/Rajasthan", "Kochi/Kerala", "Indore/Madhya Pradesh",
			"Bengaluru/Karnataka", "Lucknow/Uttar Pradesh", "Surat/Gujarat"},
		postal: []string{"{town} - *#####", "{town} *#####", "{town}, {state} *#####", "{town} - *#####, {state}"},
		streets: []string{"{no}, {street}", "No. {no}, {street}", "Plot No. {no}, {street}", "Shop *, {street}",
			"{no}/*, {street}, Phase II"},
		Phones:  []string{"+91 9#### #####", "0#0-#### ####", "9#########", "+91-80-########"},
		domains: []string{"in", "co.in", "com"},
		Forms:   []string{"Pvt. Ltd.", "Private Limited", "Pvt Ltd", "LLP", "Traders", "& Sons", "Industries"},
		account: "*############", taxID: gstinIN,
	}
}

func australia() Country {
	return Country{
		Code: "AU", weight: 2, Name: "Australia", Currency: "AUD", symbols: []string{"$", "$", "A$", "AUD"},
		dates: []string{"02/01/2006", "2 Jan 2006", "2/01/2006", "02 January 2006", "2 January 2006", "02-Jan-2006",
			"02/01/06"},
		numbers:  []string{",.", ",.", "."},
		taxNames: []string{"GST", "GST"}, taxRates: "10",
		Towns: []string{"Geelong/VIC", "Newcastle/NSW", "Hobart/TAS", "Perth/WA", "Adelaide/SA", "Cairns/QLD",
			"Parramatta/NSW", "Ballarat/VIC"},
		postal:  []string{"{town} {state} *###", "{town}, {state} *###", "{town} {state}, *###"},
		streets: []string{"{no} {street}", "Unit */{no} {street}", "*/{no} {street}", "Level *, {no} {street}"},
		Phones:  []string{"(0#) #### ####", "04## ### ###", "1300 ### ###", "+61 # #### ####"},
		domains: []string{"com.au", "com.au", "au", "net.au"},
		Forms:   []string{"Pty Ltd", "Pty. Ltd.", "PTY LTD", "Pty Limited", ""},
		account: "########", taxID: abnAU,
	}
}

func ireland() Country {
	return Country{
		Code: "IE", weight: 2, Name: "Ireland", Currency: "EUR", symbols: []string{"€", "€", "EUR"},
		dates:    []string{"02/01/2006", "02/01/2006", "2 January 2006", "02 Jan 2006", "02/01/06", "02-01-2006"},
		numbers:  []string{",.", ",.", "."},
		taxNames: []string{"VAT", "VAT"}, taxRates: "23 13.5 9 0",
		Towns: []string{"Dublin 4", "Cork", "Galway", "Limerick", "Sligo", "Kilkenny", "Waterford", "Dublin 12"},
		postal: []string{"{town}", "{town}/@## @###", "{town}, @## ?###", "{town} @##?###", "{town} @##@#@@",
			"{town} @## #@@#"},
		streets: []string{"{no} {street}", "Unit *, {street}", "{no}, {street}"},
		Phones:  []string{"+353 1 ### ####", "(01) ### ####", "021 ### ####", "1800 ### ###"},
		domains: []string{"ie", "ie", "com"},
		Forms:   []string{"Ltd", "Limited", "DAC", "Ltd.", "& Sons"},
		Iban:    "@@@@##############", taxID: vatIE,
	}
}
