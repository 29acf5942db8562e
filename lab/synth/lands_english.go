package synth

import "math/rand/v2"

func englishLands() []land {
	return []land{unitedStates(), unitedKingdom(), malaysia(), singapore(), india(), australia(), ireland()}
}

func unitedStates() land {
	return land{
		code: "US", weight: 6, name: "United States", currency: "USD", symbols: []string{"$", "$", "$", "$", "USD", "US$"},
		dates: []string{"01/02/2006", "01/02/2006", "1/2/2006", "January 2, 2006", "Jan 2, 2006", "Jan 02, 2006",
			"01/02/06", "2006-01-02", "01-02-2006", "2 Jan 2006"},
		numbers:  []string{",.", ",.", ",.", "."},
		taxNames: []string{"Sales Tax", "Tax", "Sales tax", "State Tax"}, taxRates: "6.25 8.25 7 8.875 4.75",
		towns: []string{"Portland/OR", "Austin/TX", "Denver/CO", "Madison/WI", "Columbus/OH", "Tucson/AZ", "Savannah/GA",
			"Boise/ID", "Albany/NY", "Reno/NV", "Tampa/FL", "Oakland/CA", "St. Paul/MN", "Raleigh/NC", "Salt Lake City/UT",
			"Des Moines/IA"},
		postal: []string{"{town}, {state} *####", "{town}, {state} *####", "{town} {state} *####",
			"{town}, {state} *####-####"},
		streets: []string{"{no} {street}", "{no} {street}", "{no} {street}, Suite *##", "{no} N. {street}",
			"{no} {street} Unit *"},
		phones: []string{"(*##) *##-####", "*##-*##-####", "+1 *## *## ####", "*##.*##.####", "1-800-*##-####",
			"*##-*##-####x####", "+1-*##-*##-####x###", "001-*##-*##-####"},
		domains: []string{"com", "com", "com", "net", "co", "io", "us"},
		forms:   []string{"Inc.", "LLC", "Corp.", "Co.", "Inc", ", Inc.", ", LLC", "Company", "", "Ltd."},
		account: "*#########", taxID: func(r *rand.Rand) string { return fill(r, "*#-#######") },
	}
}

func unitedKingdom() land {
	return land{
		code: "GB", weight: 5, name: "United Kingdom", currency: "GBP", symbols: []string{"£", "£", "£", "GBP"},
		dates: []string{"02/01/2006", "02/01/2006", "02/01/06", "2 January 2006", "02 January 2006", "2 Jan 2006",
			"02-Jan-2006", "02-Jan-06", "02.01.2006", "2006-01-02"},
		numbers:  []string{",.", ",.", ",.", "."},
		taxNames: []string{"VAT", "VAT", "V.A.T.", "VAT"}, taxRates: "20 5 0",
		towns: []string{"Bristol", "Leeds", "Norwich", "York", "Exeter", "Sheffield", "London", "Reading", "Cardiff",
			"Glasgow", "Derby", "Lincoln", "Stockport", "Milton Keynes"},
		postal:  []string{"{town}/@@# #@@", "{town} @@# #@@", "{town}, @@## #@@", "{town}/@# #@@", "{town} @@#@ #@@"},
		streets: []string{"{no} {street}", "{no} {street}", "Unit *, {no} {street}", "{no}, {street}"},
		phones:  []string{"01*## ######", "020 7### ####", "+44 (0)1*## ######", "0*### ### ###", "+44 20 8### ####"},
		domains: []string{"co.uk", "co.uk", "com", "uk", "org.uk"},
		forms:   []string{"Ltd", "Limited", "Ltd.", "plc", "LLP", "& Sons Ltd", "& Co", ""},
		iban:    "@@@@##############", account: "########", taxID: vatGB,
	}
}

func malaysia() land {
	return land{
		code: "MY", weight: 3, name: "Malaysia", currency: "MYR", symbols: []string{"RM", "RM", "MYR"},
		dates:    []string{"02/01/2006", "02/01/2006", "02-01-2006", "02/01/06", "2 Jan 2006", "02-Jan-2006", "02.01.2006"},
		numbers:  []string{",.", ",.", "."},
		taxNames: []string{"GST", "SST", "Service Tax", "GST"}, taxRates: "6 0",
		towns: []string{"Kuala Lumpur/Wilayah Persekutuan", "Shah Alam/Selangor", "Johor Bahru/Johor", "Ipoh/Perak",
			"Petaling Jaya/Selangor", "Klang/Selangor", "George Town/Pulau Pinang", "Melaka/Melaka", "Seremban/N. Sembilan"},
		postal: []string{"##### {town}", "##### {town}, {state}", "##### {town}/{state}"},
		streets: []string{"No. {no}, {street}", "{no}, {street}", "Lot *##, {street}", "No {no}, {street}",
			"{no} & *#, {street}"},
		phones:  []string{"03-#### ####", "+603-########", "07-### ####", "012-### ####", "603-#### ####"},
		domains: []string{"com.my", "com.my", "my", "com"},
		forms:   []string{"Sdn Bhd", "Sdn. Bhd.", "SDN BHD", "Enterprise", "Trading", "Sdn Bhd (######-@)"},
		account: "# ##### ##### #", taxID: func(r *rand.Rand) string {
			return pick(r, fill(r, "00########"+"##"), fill(r, "@##-####-########"))
		},
	}
}

func singapore() land {
	return land{
		code: "SG", weight: 2, name: "Singapore", currency: "SGD", symbols: []string{"S$", "$", "SGD"},
		dates:    []string{"02/01/2006", "02-Jan-2006", "2 Jan 2006", "02 Jan 2006", "02/01/06", "2 January 2006"},
		numbers:  []string{",.", "."},
		taxNames: []string{"GST", "GST"}, taxRates: "7 9 8",
		towns:   []string{"Singapore"},
		postal:  []string{"Singapore ######", "{town} ######", "S(######)"},
		streets: []string{"{no} {street}", "{no} {street} #*#-##", "Blk {no} {street}", "{no} {street}, #0*-##"},
		phones:  []string{"+65 6### ####", "6### ####", "(65) 6###-####"},
		domains: []string{"com.sg", "sg", "com"},
		forms:   []string{"Pte Ltd", "Pte. Ltd.", "LLP", "PTE LTD"},
		account: "###-#####-#", taxID: func(r *rand.Rand) string {
			return pick(r, fill(r, "20#######@"), fill(r, "M2-#######-#"))
		},
	}
}

func india() land {
	return land{
		code: "IN", weight: 3, name: "India", currency: "INR", symbols: []string{"Rs.", "Rs", "INR", "₹"},
		dates: []string{"02/01/2006", "02-01-2006", "02-Jan-2006", "2-Jan-06", "02 Jan 2006", "2 January, 2006",
			"02.01.2006"},
		numbers:  []string{",.", ",."},
		taxNames: []string{"GST", "IGST", "IGST"}, taxRates: "18 12 5 28",
		towns: []string{"Pune/Maharashtra", "Chennai/Tamil Nadu", "Jaipur/Rajasthan", "Kochi/Kerala",
			"Indore/Madhya Pradesh", "Bengaluru/Karnataka", "Lucknow/Uttar Pradesh", "Surat/Gujarat"},
		postal: []string{"{town} - *#####", "{town} *#####", "{town}, {state} *#####", "{town} - *#####, {state}"},
		streets: []string{"{no}, {street}", "No. {no}, {street}", "Plot No. {no}, {street}", "Shop *, {street}",
			"{no}/*, {street}, Phase II"},
		phones:  []string{"+91 9#### #####", "0#0-#### ####", "9#########", "+91-80-########"},
		domains: []string{"in", "co.in", "com"},
		forms:   []string{"Pvt. Ltd.", "Private Limited", "Pvt Ltd", "LLP", "Traders", "& Sons", "Industries"},
		account: "*############", taxID: gstinIN,
	}
}

func australia() land {
	return land{
		code: "AU", weight: 2, name: "Australia", currency: "AUD", symbols: []string{"$", "$", "A$", "AUD"},
		dates: []string{"02/01/2006", "2 Jan 2006", "2/01/2006", "02 January 2006", "2 January 2006", "02-Jan-2006",
			"02/01/06"},
		numbers:  []string{",.", ",.", "."},
		taxNames: []string{"GST", "GST"}, taxRates: "10",
		towns: []string{"Geelong/VIC", "Newcastle/NSW", "Hobart/TAS", "Perth/WA", "Adelaide/SA", "Cairns/QLD",
			"Parramatta/NSW", "Ballarat/VIC"},
		postal:  []string{"{town} {state} *###", "{town}, {state} *###", "{town} {state}, *###"},
		streets: []string{"{no} {street}", "Unit */{no} {street}", "*/{no} {street}", "Level *, {no} {street}"},
		phones:  []string{"(0#) #### ####", "04## ### ###", "1300 ### ###", "+61 # #### ####"},
		domains: []string{"com.au", "com.au", "au", "net.au"},
		forms:   []string{"Pty Ltd", "Pty. Ltd.", "PTY LTD", "Pty Limited", ""},
		account: "########", taxID: abnAU,
	}
}

func ireland() land {
	return land{
		code: "IE", weight: 2, name: "Ireland", currency: "EUR", symbols: []string{"€", "€", "EUR"},
		dates:    []string{"02/01/2006", "02/01/2006", "2 January 2006", "02 Jan 2006", "02/01/06", "02-01-2006"},
		numbers:  []string{",.", ",.", "."},
		taxNames: []string{"VAT", "VAT"}, taxRates: "23 13.5 9 0",
		towns: []string{"Dublin 4", "Cork", "Galway", "Limerick", "Sligo", "Kilkenny", "Waterford", "Dublin 12"},
		postal: []string{"{town}", "{town}/@## @###", "{town}, @## ?###", "{town} @##?###",
			"{town} @##@#@@", "{town} @## #@@#"},
		streets: []string{"{no} {street}", "Unit *, {street}", "{no}, {street}"},
		phones:  []string{"+353 1 ### ####", "(01) ### ####", "021 ### ####", "1800 ### ###"},
		domains: []string{"ie", "ie", "com"},
		forms:   []string{"Ltd", "Limited", "DAC", "Ltd.", "& Sons"},
		iban:    "@@@@##############", taxID: vatIE,
	}
}
