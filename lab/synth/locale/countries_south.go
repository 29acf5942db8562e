package locale

func spanishCountries() []Country { return []Country{spain(), mexico()} }

func spain() Country {
	return Country{
		Code: "ES", weight: 4, Name: "España", Currency: "EUR", symbols: []string{"€", "€", "€", "EUR"},
		symbolAt: symbolAfter,
		dates: []string{"02/01/2006", "02/01/2006", "02-01-2006", "2/1/2006", "02/01/06", "2 de January de 2006",
			"02.01.2006"},
		numbers:  []string{".,", ".,", ","},
		taxNames: []string{"IVA", "I.V.A.", "IVA"}, taxRates: "21 10 4",
		Towns: []string{"Zaragoza", "Valladolid", "Murcia", "Sevilla", "Gijón", "Barcelona", "Alcalá de Henares/Madrid",
			"Terrassa/Barcelona", "Vitoria-Gasteiz", "Málaga"},
		postal:  []string{"*#### {town}", "*#### {town}", "*#### - {town}", "{town} (*####)", "*#### {town} ({state})"},
		streets: []string{"{street}, {no}", "{street} {no}", "{street}, {no}, *º", "{street}, nº {no}"},
		Phones:  []string{"9** ### ###", "+34 9** ## ## ##", "9## ## ## ##", "(+34) 6## ### ###"},
		domains: []string{"es", "es", "com"},
		Forms:   []string{"S.L.", "S.A.", "SL", "S.L.U.", "S. Coop.", "e Hijos S.L.", "C.B.", ""},
		Iban:    "####################", taxID: cifES,
	}
}

func mexico() Country {
	l := spain()
	l.Code, l.weight, l.Name, l.Currency = "MX", 2, "México", "MXN"
	l.symbols, l.symbolAt = []string{"$", "$", "MXN"}, symbolBefore
	l.dates = []string{"02/01/2006", "2006-01-02", "02/Jan/2006", "2 de January de 2006", "02-01-2006"}
	l.numbers, l.taxRates = []string{",.", ",.", "."}, "16 8 0"
	l.Towns = []string{"Puebla/Puebla", "Guadalajara/Jalisco", "Monterrey/N.L.", "Mérida/Yucatán", "León/Gto.",
		"Querétaro/Qro."}
	l.postal = []string{"C.P. ##### {town}", "{town}, {state} C.P. #####", "{town}, {state}, #####"}
	l.streets = []string{"{street} No. {no}", "{street} #{no}", "{street} {no} Int. *"}
	l.Phones = []string{"(55) #### ####", "01 800 ### ####", "+52 81 #### ####"}
	l.domains = []string{"com.mx", "mx", "com"}
	l.Forms = []string{"S.A. de C.V.", "SA de CV", "S. de R.L. de C.V.", "S.A.P.I. de C.V."}
	l.Iban, l.account, l.taxID = "", "##########", rfcMX
	return l
}

func italianCountries() []Country {
	return []Country{{
		Code: "IT", weight: 1, Name: "Italia", Currency: "EUR", symbols: []string{"€", "€", "€", "EUR", "Euro"},
		symbolAt: symbolEither,
		dates:    []string{"02/01/2006", "02/01/2006", "02-01-2006", "02.01.2006", "2 January 2006", "02/01/06", "2/1/2006"},
		numbers:  []string{".,", ".,", ","},
		taxNames: []string{"IVA", "I.V.A.", "Iva"}, taxRates: "22 10 4",
		Towns: []string{"Bergamo/BG", "Padova/PD", "Reggio Emilia/RE", "Torino/TO", "Lecce/LE", "Pisa/PI", "Verona/VR",
			"Ancona/AN", "Milano/MI", "Forlì/FC"},
		postal: []string{"##### {town} ({state})", "##### {town} ({state})", "##### - {town} ({state})",
			"##### {town} {state}", "##### {town}"},
		streets: []string{"{street}, {no}", "{street} {no}", "{street} n. {no}", "{street}, {no}/A"},
		Phones:  []string{"0## ######", "+39 0## #######", "0##/######", "0###-######", "+39 3## #######"},
		domains: []string{"it", "it", "com", "eu"},
		Forms:   []string{"S.r.l.", "S.p.A.", "Srl", "SRL", "S.n.c.", "S.a.s.", "& C. snc", "S.r.l.s.", ""},
		Iban:    "@######################", taxID: ivaIT,
	}}
}

func portugueseCountries() []Country { return []Country{portugal(), brazil()} }

func portugal() Country {
	return Country{
		Code: "PT", weight: 3, Name: "Portugal", Currency: "EUR", symbols: []string{"€", "€", "EUR"}, symbolAt: symbolAfter,
		dates:    []string{"02/01/2006", "2006-01-02", "02-01-2006", "02-01-2006", "2 de January de 2006", "02.01.2006"},
		numbers:  []string{".,", " ,", ","},
		taxNames: []string{"IVA", "IVA"}, taxRates: "23 13 6",
		Towns:   []string{"Braga", "Coimbra", "Leiria", "Porto", "Setúbal", "Évora", "Viseu", "Lisboa", "Vila Nova de Gaia"},
		postal:  []string{"*###-### {town}", "*###-### {TOWN}", "*### - ### {town}"},
		streets: []string{"{street}, {no}", "{street}, nº {no}", "{street} {no}", "{street}, {no}, *º Esq."},
		Phones:  []string{"2## ### ###", "+351 2## ### ###", "(+351) 9## ### ###", "707 ### ###"},
		domains: []string{"pt", "pt", "com"},
		Forms:   []string{"Lda.", "Lda", "S.A.", "Unipessoal Lda", ", LDA", "SA", "& Filhos, Lda."},
		Iban:    "#####################", taxID: nifPT,
	}
}

func brazil() Country {
	l := portugal()
	l.Code, l.weight, l.Name, l.Currency = "BR", 2, "Brasil", "BRL"
	l.symbols, l.symbolAt, l.numbers = []string{"R$"}, symbolBefore, []string{".,", ".,", ","}
	l.dates = []string{"02/01/2006", "02/01/2006", "02/01/06", "2 de January de 2006"}
	l.taxNames, l.taxRates = []string{"ICMS", "ISS", "Impostos"}, "5 12 18"
	l.Towns = []string{"Curitiba/PR", "Campinas/SP", "Recife/PE", "Belo Horizonte/MG", "Goiânia/GO", "São Paulo/SP",
		"Joinville/SC"}
	l.postal = []string{"{town} - {state}/CEP *####-###", "{town}/{state} CEP *####-###", "*####-### {town} - {state}"}
	l.streets = []string{"{street}, {no}", "{street}, {no} - Centro", "{street}, {no}, sala *#"}
	l.Phones = []string{"(##) ####-####", "(##) 9####-####", "+55 11 ####-####", "0800 ### ####"}
	l.domains = []string{"com.br", "com.br", "com"}
	l.Forms = []string{"Ltda", "LTDA", "S.A.", "S/A", "ME", "EIRELI", "Ltda."}
	l.Iban, l.account, l.taxID = "", "*####-#", cnpjBR
	return l
}
