package fields_test

// balkanTongues are Romanian, Bulgarian and Greek.
func balkanTongues() []tongue {
	return []tongue{
		{
			name: "Romanian", title: "FACTURĂ FISCALĂ", number: "Seria și numărul", date: "Data facturii", due: "Scadența",
			order: "Comanda dvs. nr.", customer: "Cod client", from: "Furnizor", to: "Cumpărător",
			description: "Denumirea produselor sau a serviciilor", quantity: "Cantitatea", price: "Preț unitar fără TVA",
			amount: "Valoarea", net: "Total fără TVA", tax: "TVA %d%%", gross: "Total de plată", rate: 19,
			currency: "RON", sign: "lei", thousands: ".", point: ",",
			dates: "DD.MM.YYYY", vendor: "Bradul Alb Construct S.R.L.", street: "Str. Teilor nr. 14",
			town: "400124 Cluj-Napoca", buyer: "Tipografia Orizont S.A.", buyerStreet: "Bd. Unirii nr. 8",
			buyerTown: "700056 Iași", taxID: "RO27463104", taxIDLabel: "CIF", iban: "RO49AAAA1B31007593840000",
			items: [3]string{"Scânduri de stejar uscate", "Montaj la fața locului", "Deplasare"},
		},
		{
			name: "Bulgarian", title: "ФАКТУРА", number: "Номер", date: "Дата на издаване", due: "Срок за плащане",
			order: "Поръчка №", customer: "Клиентски номер", from: "Доставчик", to: "Получател",
			description: "Наименование на стоките и услугите", quantity: "Количество", price: "Ед. цена", amount: "Стойност",
			net: "Данъчна основа", tax: "ДДС %d%%", gross: "Сума за плащане", rate: 20,
			currency: "BGN", sign: "лв.", thousands: " ", point: ",",
			dates: "DD.MM.YYYY г.", vendor: "Бяла Рада Строй ЕООД", street: "ул. Шипка 14", town: "4000 Пловдив",
			buyer: "Печатница Хоризонт АД", buyerStreet: "бул. Витоша 8", buyerTown: "1000 София",
			taxID: "BG204718366", taxIDLabel: "ИН по ЗДДС", iban: "BG80BNBG96611020345678",
			items: [3]string{"Дъбови дъски, сушени", "Монтаж на място", "Посещение на адрес"},
		},
		{
			name: "Greek", title: "ΤΙΜΟΛΟΓΙΟ ΠΩΛΗΣΗΣ", number: "Αριθμός παραστατικού", date: "Ημερομηνία έκδοσης",
			due: "Πληρωτέο έως", order: "Αρ. παραγγελίας", customer: "Κωδικός πελάτη", from: "Στοιχεία εκδότη",
			to: "Στοιχεία πελάτη", description: "Περιγραφή είδους", quantity: "Ποσότητα", price: "Τιμή μονάδας",
			amount: "Αξία", net: "Καθαρή αξία", tax: "ΦΠΑ %d%%", gross: "Πληρωτέο ποσό", rate: 24,
			currency: "EUR", sign: "€", thousands: ".", point: ",",
			dates: "D N YYYY", months: names("Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου " +
				"Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου"),
			vendor: "Λευκή Πέτρα Κατασκευές Α.Ε.", street: "Αγίου Δημητρίου 14", town: "546 30 Θεσσαλονίκη",
			buyer: "Εκτυπώσεις Ορίζων ΕΠΕ", buyerStreet: "Σταδίου 8", buyerTown: "10564 Αθήνα",
			taxID: "EL804719636", taxIDLabel: "ΑΦΜ", iban: "GR1601101250000000012300695",
			items: [3]string{"Σανίδες δρυός, ξηρές", "Εγκατάσταση", "Μετακίνηση"},
		},
	}
}
