package fields_test

func northernTongues() []tongue { return []tongue{norwegian(), finnish(), hungarian()} }

func norwegian() tongue {
	return tongue{
		name: "Norwegian", title: "FAKTURA", number: "Fakturanr.", date: "Fakturadato", due: "Forfallsdato",
		order: "Deres bestillingsnr.", customer: "Kundenr.",
		from: "Selger", to: "Faktura til", description: "Beskrivelse", quantity: "Antall", price: "Enhetspris",
		amount: "Beløp",
		net:    "Sum eks. mva", tax: "Mva %d%%", gross: "Sum å betale", rate: 25, currency: "NOK", sign: "kr",
		thousands: " ", point: ",",
		dates: "DD.MM.YYYY", vendor: "Fjordtre Snekkeri AS", street: "Strandgata 14", town: "5003 Bergen",
		buyer: "Solbakken Gjestehus", buyerStreet: "Kirkeveien 3", buyerTown: "3510 Hønefoss",
		taxID: "NO974760673MVA", taxIDLabel: "Org.nr.", iban: "NO9386011117947",
		items: [3]string{"Spisebord i eik", "Stoler, heltre", "Montering"},
	}
}

func finnish() tongue {
	return tongue{
		name: "Finnish", title: "LASKU", number: "Laskun numero", date: "Laskun päiväys", due: "Eräpäivä",
		order: "Tilausnumeronne", customer: "Asiakasnumero",
		from: "Myyjä", to: "Laskutusosoite", description: "Kuvaus", quantity: "Määrä", price: "Yksikköhinta",
		amount: "Yhteensä",
		net:    "Veroton yhteensä", tax: "ALV %d%%", gross: "Maksettava yhteensä", rate: 24, currency: "EUR", sign: "€",
		thousands: " ", point: ",",
		dates: "D.M.YYYY", vendor: "Koivurannan Puutyö Oy", street: "Asemakatu 7", town: "40100 Jyväskylä",
		buyer: "Matkakoti Järvi", buyerStreet: "Rantatie 21", buyerTown: "70100 Kuopio",
		taxID: "FI20774740", taxIDLabel: "ALV-nro", iban: "FI2112345600000785",
		items: [3]string{"Ruokapöytä, koivu", "Tuoli", "Asennustyö"},
	}
}

func hungarian() tongue {
	return tongue{
		name: "Hungarian", title: "SZÁMLA", number: "Számla sorszáma", date: "Kiállítás kelte", due: "Fizetési határidő",
		order: "Rendelésszám", customer: "Vevőkód",
		from: "Eladó", to: "Vevő", description: "Megnevezés", quantity: "Mennyiség", price: "Egységár",
		amount: "Nettó érték",
		net:    "Nettó összesen", tax: "ÁFA %d%%", gross: "Fizetendő összesen", rate: 27, currency: "HUF", sign: "Ft",
		thousands: " ", point: ",",
		dates: "YYYY. N D.", months: names(
			"január február március április május június július augusztus szeptember október november december"),
		vendor: "Tölgyliget Asztalos Kft.", street: "Malom utca 12.", town: "6720 Szeged",
		buyer: "Panzió a Tónál", buyerStreet: "Béke sétány 3.", buyerTown: "8230 Balatonfüred",
		taxID: "HU12892312", taxIDLabel: "Közösségi adószám", iban: "HU42117730161111101800000000",
		items: [3]string{"Étkezőasztal, tölgy", "Szék", "Helyszíni szerelés"},
	}
}
