package language

// functionWords are frequent folded words that few other languages of the list
// share.
func functionWords() map[string]string {
	return map[string]string{
		"en": "the and of to for is are with this your you from by on at be invoice date please thank any not amount number payment due",
		"de": "der die das und ist nicht mit den von fur auf wir sie zu im dem bei ein eine werden nach oder ihre rechnung datum betrag bitte",
		"fr": "le la les des et est une pour dans du au vous nous par sur avec votre cette sont facture montant prix ou numero date",
		"es": "el los las y es una por con del para se su factura fecha importe cantidad al como este numero precio sus no",
		"it": "il gli della di e per con del una che dei nel alla fattura importo quantita sono data prezzo vostro pagamento alle",
		"nl": "het een en van voor met op zijn wij uw niet bij aan factuur datum bedrag aantal te door dat worden naar deze",
		"pt": "o os as e do da dos das para com uma por nao em ao fatura quantidade valor preco sua pagamento data numero total",
		"pl": "i w na z do nie sie jest dla oraz od za faktura data kwota ilosc cena razem nr sprzedawca nabywca zaplaty wartosc",
	}
}

// labels are folded words of invoices, receipts, orders and statements that no
// other language of the list has.
func labels() map[string]string {
	return map[string]string{
		"en": "tax balance account customer period statement days bill delivery our paid gst receipt discount " +
			"qty sales within address forward change terms day interest end issued items prices value before " +
			"call check gstin have issue new out payments start brought insurance less next quote reading " +
			"branch carried charged company currency fee hours inv member offer quantity registration " +
			"required return sale shipping slip store summary supply until will abn agreement amt analysis " +
			"billing certificate contract dear deposit disc form group income letter loyalty may memo opening " +
			"ordered phone quotation received refund registered reminder ship shipped sold taxable valid " +
			"visit activity again coffee",
		"de": "bis summe gesamt bestellung gutschrift tage vom gesamtbetrag ihr preis tagen ubertrag uid ihren " +
			"kunden angebot auftrag innerhalb kontostand mwst seite tag uhr zeitraum beleg ihnen kunde menge " +
			"rabatt rechnungsbetrag umsatz uns zahlung zum zwischensumme auszug belegdatum bezeichnung " +
			"erhalten fallig gultig haben idnr kasse lieferschein satz unsere vielen einheit einzelpreis " +
			"endbetrag erstellt inkl karte kontoauszug kundennummer leistung nettobetrag schreiben stuck " +
			"unser verkaufer zahlbar zahlen alter anschrift ansprechpartner anzahl berechnen bereits bestell " +
			"blatt enthaltene fragen gesamtsumme grusse haus hrb keine lastschrift lieferung mahnung neue nur " +
			"preise rechnungs rechnungsdatum std steuer tisch uberweisung umsatzsteuer ware zur abrechnung " +
			"als anderungen anz aufbewahren auftragnehmer",
		"fr": "commande compte carte tva solde sous ttc jours livraison paiement avoir merci releve banque jour " +
			"remise contrat mois notre reglement articles avant designation devis qte caisse detail frais " +
			"sans taux taxes virement echeance especes facturation heure jusqu recu valable valeur vente " +
			"bancaire consommation debut fournisseur heures livre monnaie prestation regler retard siege tps " +
			"unite vendeur acompte agence chaque chez courrier delai dont electricite emission entretien " +
			"expedition index libelle ligne nom nouveau operations petit quantite remercions rendu reporter " +
			"reste salaire titulaire trois veuillez ancien arret assurance assure attestation avis batiment " +
			"bientot billet boite bonjour bordereau cas chocolat colis compris compteur confiance",
		"es": "cuenta tarjeta hasta cuota datos hoja neto gracias descripcion orden articulo caja extracto " +
			"impuestos presupuesto servicio sin albaran cant cif detalle direccion dto emision operacion " +
			"precios articulos condiciones facturacion imponible lectura mensual venta cambios concepto " +
			"descuento domicilio pagado pendiente proveedor servicios alquiler aparcamiento devolucion " +
			"efectivo intereses nuestra plazo proyecto rectificativa rfc rogamos segun uds ventas abonos " +
			"asegurado baja billete cargos correo devoluciones diseno emisor empleado entidad entregado folio " +
			"formacion fra gastos imp llamadas mercancia mercantil noche nomina nuevo origen patatas poliza " +
			"producto puntos salida sigue sucursal termino unidad vencimiento abierto admiten aduana " +
			"alimentacion analisis antiguedad bajo barra bonificacion bultos cafeteria",
		"it": "ordine conto giorni codice consegna entro descrizione imponibile pagare articolo bonifico " +
			"imposta sconto estratto grazie preventivo rif riferimento indirizzo merce servizio tessera " +
			"trasporto dati fino fornitore giorno ore riporto scadenza scontrino buono cassa contratto dovuto " +
			"emissione interessi lettura mese offerta operazione ora pagato pezzi prezzi senza sito spese " +
			"avere canone causale condizioni conservare contanti dare ddt inizio lordo matricola mensile " +
			"movimenti nostra orario parcheggio partita presso qta ricevuta riepilogo riportare saluti " +
			"servizi subtotale vendita accredito acqua acquisto anno aperto articoli biglietto caffe cedolino " +
			"certificato chiamate colore complessivo conferma contabile contatore contatto coperto costi cui " +
			"dalle delle destinazione dpr elettronico finale",
		"nl": "totaal btw dagen betalen rekening ons betaling omschrijving vanaf bestelling onze prijs jaar " +
			"korting subtotaal afschrift klant maand over uur betaald dag kenmerk klantnr naam tijd bedankt " +
			"contant creditnota dit geldig graag kantoor ontvangen openstaand parkeren rente specificatie " +
			"verkoper voorwaarden afgeschreven artikelen bewaar geen incasso kaart levering nieuwe " +
			"ordernummer overzicht prijzen stuks tarief telefoon totaalbedrag vorig vorige administratie " +
			"afnemer alleen bel beschrijving bestelbon besteld bestelnummer blad brief diensten eenheid " +
			"factuurdatum factuurnr friet geachte gesprekken goederen inclusief inkooporder kassabon klachten " +
			"klantnummer koffie kvk leverdatum maanden mededeling mobiel overboeking pakbon reeds " +
			"rekeningafschrift rekeninghouder stukprijs tafel ten terug uit uren vertrek vervoerder voldoen",
		"pt": "cartao conta encomenda ate extrato artigo qtd servicos descricao desconto emissao orcamento taxa " +
			"cnpj contribuinte morada obrigado servico vencimento condicoes dados guia leitura mensal " +
			"montante prazo precos artigos dinheiro imposto impostos incidencia resumo custos entregue " +
			"estacionamento fim fornecedor juros ordem pela plano projeto rendimentos seguinte sem soma talao " +
			"telefone vendas aberto alteracoes apos assinatura bilhete chamadas creditos cumprimentos cupom " +
			"debitos devolucoes divida exmos faturacao ferragens folha geral iliquido isento itens linha mao " +
			"mercadoria movimento multibanco nascimento nossa novo origem pao pix prestacao processado " +
			"produto recebido relatorio senhores seu transportar troco venda abertura aceitam acima agencia " +
			"agricola alfandega alteracao analise apolice",
		"pl": "dnia karta dni prosimy zamowienie klienta numer okres faktury rachunku nazwa nip oplata " +
			"platnosci zamowienia dostawy kod przelew rachunek szt towar towaru ceny dziekujemy rabat strona " +
			"uslugi dane dokument dostawa godz podatek wystawienia ciagu dzien jedn operacji sprzedazy umowa " +
			"wyciag zaplacono bankowy gotowka konta kopia korekta ogolem opis paragon platnosc przeniesienia " +
			"ptu stawka strony wyciagu zapraszamy bez bilet klient koszty liczba mies nabywcy naleznosc " +
			"odsetki okresu panstwa potwierdzenie skladka sklep sprzedaz towarow waluta warunki wlasciciel " +
			"wystawiono wysylki zaliczka zlecenie zuzycie zwrot blik danych dokumentu dowod dzial indeks " +
			"jazdy kasa kawa koniec korekty korygujaca ksero lacznie licznika miejsce nasz odbiorca oddzial",
	}
}
