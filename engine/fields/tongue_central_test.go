package fields_test

// centralTongues are Slovak, Croatian and Slovenian.
func centralTongues() []tongue {
	return []tongue{
		{
			name: "Slovak", title: "FAKTÚRA - DAŇOVÝ DOKLAD", number: "Číslo faktúry", date: "Dátum vystavenia",
			due: "Dátum splatnosti", order: "Vaša objednávka č.", customer: "Číslo zákazníka",
			from: "Dodávateľ", to: "Odberateľ", description: "Názov položky", quantity: "Množstvo", price: "Cena za MJ",
			amount: "Spolu bez DPH",
			net:    "Základ dane", tax: "DPH %d%%", gross: "Suma na úhradu", rate: 23, currency: "EUR", sign: "€",
			thousands: " ", point: ",",
			dates: "D. N YYYY", months: names(
				"januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra"),
			vendor: "Stolárstvo Jedľa s.r.o.", street: "Štúrova 14", town: "811 02 Bratislava",
			buyer: "Penzión Pod Roháčmi a.s.", buyerStreet: "Hlavná 7/2", buyerTown: "027 32 Zuberec",
			taxID: "SK2021853504", taxIDLabel: "IČ DPH", iban: "SK3112000000198742637541",
			items: [3]string{"Stôl dubový", "Stolička", "Montáž na mieste"},
		},
		{
			name: "Croatian", title: "RAČUN", number: "Račun br.", date: "Datum izdavanja", due: "Datum dospijeća",
			order: "Narudžba br.", customer: "Šifra kupca",
			from: "Prodavatelj", to: "Kupac", description: "Naziv robe / usluge", quantity: "Količina", price: "Cijena",
			amount: "Iznos bez PDV-a",
			net:    "Ukupno bez PDV-a", tax: "PDV %d%%", gross: "Ukupno za platiti", rate: 25, currency: "EUR", sign: "EUR",
			thousands: ".", point: ",",
			dates: "DD.MM.YYYY.", vendor: "Stolarija Bukva d.o.o.", street: "Ulica Ljudevita Gaja 8", town: "10000 Zagreb",
			buyer: "Konoba Galeb d.o.o.", buyerStreet: "Obala kneza Trpimira 3", buyerTown: "23000 Zadar",
			taxID: "HR33392005961", taxIDLabel: "PDV ID", iban: "HR1210010051863000160",
			items: [3]string{"Hrastov stol", "Stolica", "Ugradnja"},
		},
		{
			name: "Slovenian", title: "RAČUN", number: "Št. računa", date: "Datum izdaje", due: "Rok plačila",
			order: "Naročilnica št.", customer: "Šifra kupca",
			from: "Izdajatelj", to: "Kupec", description: "Opis blaga / storitve", quantity: "Količina", price: "Cena",
			amount: "Vrednost brez DDV",
			net:    "Osnova za DDV", tax: "DDV %d%%", gross: "Za plačilo", rate: 22, currency: "EUR", sign: "EUR",
			thousands: ".", point: ",",
			dates: "D. N YYYY", months: names(
				"januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra"),
			vendor: "Mizarstvo Smreka d.o.o.", street: "Tržaška cesta 21", town: "1000 Ljubljana",
			buyer: "Gostilna Pri lipi", buyerStreet: "Glavni trg 5", buyerTown: "2250 Ptuj",
			taxID: "SI50223054", taxIDLabel: "ID za DDV", iban: "SI56191000000123438",
			items: [3]string{"Hrastova miza", "Stol", "Montaža"},
		},
	}
}
