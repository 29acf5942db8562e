package fields

import (
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/recognize"
)

// bankLabels are what banks print on statements besides the labels that other
// documents have too. Many are too plain ("Name", "Konto", "von") to be labels
// anywhere else, which is why they stand apart.
//
//nolint:misspell // phrases of eight languages
func bankLabels() []labelEntry {
	return []labelEntry{
		{roleHolder, 1, "account holder|account holders|account name|account title|account owner|customer name|name of account holder|statement for|" +
			"kontoinhaber|kontoinhaberin|kontoinhaber/in|konto lautend auf|lautend auf|inhaber des kontos|titulaire|titulaire du compte|titulaires|" +
			"intitulé du compte|compte de|compte au nom de|au nom de|titular|titulares|titular de la cuenta|a nombre de|titular da conta|1.º titular|" +
			"intestatario|intestatari|intestato a|intestazione|intestatario del conto|titolare|titolare del conto|nominativo|rekeninghouder|" +
			"naam rekeninghouder|op naam van|titularis|ten name van|t.n.v.|posiadacz rachunku|posiadacz|właściciel|właściciel rachunku|dane posiadacza"},
		{roleHolder, 0.9, "name|customer|client|inhaber|kunde|kundenname|nom|nom du client|nombre|nombre del cliente|cliente|nome|nome do cliente|naam|klient"},
		{roleAccountNumber, 1, "account number|account no|account|a/c no|a/c number|acct #|acct no|acct|account ref|kontonummer|konto-nr|konto nr|konto|" +
			"kto-nr|kto nr|kto|compte n°|n° de compte|numéro de compte|compte|n° compte|compte chèques n°|compte courant n°|número de cuenta|cuenta|" +
			"nº cuenta|nº de cuenta|no. de cuenta|cuenta nº|c.c.c.|cuenta corriente|conto corrente n.|conto corrente|c/c n.|numero conto|numero di conto|" +
			"n. conto|conto|conto n.|rapporto n.|rapporto|rekeningnummer|rekening|rekeningnr|rek.nr.|rekening nr|numer rachunku|nr rachunku|rachunek|" +
			"rachunek nr|conta n.º|conta nº|número de conta|número da conta|conta|nº conta|conta corrente|n.º de conta|nº da conta"},
		{roleIBAN, 1, "iban|iban-nr|iban no|konto (iban)|n° iban|identifiant international (iban)|código iban|cuenta iban|codice iban|coordinate iban|" +
			"iban-nummer|rekening (iban)|numer iban|nr iban|n.º iban|international account number"},
		{roleOtherNumber, 1, "sort code|routing number|routing no|branch code|bsb|transit no|blz|bankleitzahl|clearing-nr|clearing|code guichet|code banque|" +
			"clé rib|transit|oficina|entidad|clabe|sucursal|abi|cab|abi/cab|cin|filiale|agenzia|sportello|kantoornummer|oddział|nr rozliczeniowy|agência|balcão|" +
			"statement number|statement no|sheet number|sheet|page|auszug nr|auszugsnummer|kontoauszug nr|auszug|blatt|seite|relevé n°|n° de relevé|extrait n°|" +
			"feuillet|extracto nº|nº de extracto|hoja nº|hoja|estratto conto n.|n. estratto|foglio|afschrift nr|volgnummer|afschriftnummer|uittreksel nr|" +
			"bladnr|blad|wyciąg nr|numer wyciągu|nr wyciągu|extrato n.º|n.º extrato|nº sequencial|folha|customer number|customer id|client no|kundennummer|" +
			"personennummer|kunden-nr|n° client|identifiant client|numéro client|nº de cliente|número de cliente|cliente nº|codice cliente|ndg|n. cliente|" +
			"klantnummer|relatienummer|cliëntnummer|numer klienta|nr klienta|n.º cliente|card number|kartennummer|telephone|phone|fax"},
		{roleOtherDate, 1, "statement date|date of statement|issued on|date produced|date issued|erstellt am|auszugsdatum|date d'édition|edité le|" +
			"date du relevé|arrêté au|fecha de emisión|fecha extracto|fecha de corte|data emissione|data estratto|datum afschrift|afdrukdatum|" +
			"datum overzicht|data wystawienia|data wyciągu|wygenerowano dnia|data de emissão|emitido em|data do extrato|next statement|due date"},
		{rolePeriod, 1, "statement period|period|for the period|statement dates|period covered|activity for|account activity|transactions from|" +
			"zeitraum|auszugszeitraum|buchungszeitraum|kontobewegungen|umsätze vom|umsätze von|abrechnungszeitraum|periode|kontoauszug vom|auszug vom|" +
			"période|période du|relevé pour la période du|relevé du|opérations du|mouvements du|periodo|periodo del|movimientos del|extracto del|fechas|" +
			"periodo dal|movimenti dal|estratto conto dal|periode van|overzicht van|mutaties van|afschriftperiode|periode afschrift|okres|za okres|" +
			"za okres od|wyciąg za okres|operacje od|okres wyciągu|período|período de|movimentos de|extrato de|período do extrato"},
	}
}

// bankEnds announce the first and last day of a statement; most are so short
// that they count only right before a date or on their own.
func bankEnds() []labelEntry {
	return []labelEntry{
		{rolePeriodStart, 1, "from|start date|period start|statement start|from date|period from|von|vom|beginn|zeitraum von|ab|date de début|du|début|" +
			"depuis le|desde|fecha inicial|fecha desde|fecha de inicio|inicio|dal|data inizio|da|periodo dal|van|begindatum|vanaf|datum van|od|data od|" +
			"od dnia|początek okresu|de|data inicial|início"},
		{rolePeriodEnd, 1, "to|until|end date|period end|statement end|to date|period to|bis|bis zum|ende|zeitraum bis|date de fin|au|fin|jusqu'au|hasta|" +
			"fecha final|fecha hasta|fecha de fin|al|data fine|a|periodo al|tot|tot en met|einddatum|t/m|datum tot|do|data do|do dnia|koniec okresu|até|" +
			"data final|fim"},
	}
}

// bankSums announce the balances at both ends.
//
//nolint:misspell // phrases of eight languages
func bankSums() []labelEntry {
	return []labelEntry{
		{roleOpening, 1, "opening balance|balance brought forward|previous balance|beginning balance|balance at start of period|balance at start|start balance|" +
			"starting balance|balance at beginning|alter saldo|alter kontostand|anfangssaldo|kontostand zu beginn|letzter kontostand|eröffnungssaldo|" +
			"übertrag alter stand|saldo alt|ancien solde|solde précédent|solde initial|solde au début de la période|solde d'ouverture|solde de départ|" +
			"saldo anterior|saldo inicial|saldo al inicio del periodo|saldo al inicio|saldo de apertura|saldo iniziale|saldo precedente|saldo di apertura|" +
			"saldo a inizio periodo|saldo inizio periodo|beginsaldo|vorig saldo|saldo vorig afschrift|oud saldo|saldo begin periode|saldo początkowe|" +
			"saldo poprzednie|saldo otwarcia|saldo na początek okresu|saldo na początek|saldo no início do período|saldo no início|saldo de abertura"},
		{roleOpening, 0.7, "brought forward|saldovortrag|solde reporté|b/f|saldo per start"},
		{roleClosing, 1, "closing balance|balance carried forward|new balance|ending balance|balance at end of period|balance at end|end balance|" +
			"current balance|final balance|neuer saldo|neuer kontostand|endsaldo|schlusssaldo|kontostand am ende|aktueller kontostand|abschlusssaldo|" +
			"saldo neu|nouveau solde|votre nouveau solde|solde final|solde en fin de période|solde de fin|solde de clôture|saldo final|saldo actual|" +
			"saldo al cierre|nuevo saldo|saldo al final del periodo|saldo al final|saldo de cierre|saldo finale|saldo di chiusura|saldo a fine periodo|" +
			"saldo fine periodo|nuovo saldo|saldo contabile finale|eindsaldo|nieuw saldo|saldo einde periode|huidig saldo|saldo końcowe|" +
			"saldo zamknięcia|saldo na koniec okresu|saldo na koniec|aktualne saldo|nowe saldo|saldo atual|saldo no fim do período|saldo no fim|novo saldo|" +
			"saldo contabilístico final"},
		{roleClosing, 0.9, "balance on|balance at|balance as of|your balance on|kontostand am|kontostand per|saldo per|saldo am|saldo vom|saldo zum|solde au|" +
			"solde créditeur au|solde débiteur au|saldo al|saldo a|saldo em|saldo op|saldo per|saldo na dzień|saldo na"},
	}
}

// bankOtherSums announce what must not be taken for a balance at either end:
// balances carried over to the next page, turnovers and limits.
//
//nolint:misspell // phrases of eight languages
func bankOtherSums() []labelEntry {
	return []labelEntry{
		{roleOtherAmount, 1, "carried forward|continued on next page|continued|balance from previous page|balance to next page|" +
			"übertrag|zwischensaldo|übertrag auf blatt|übertrag von vorseite|übertrag von blatt|saldo vorseite|à reporter|a reporter|report|" +
			"report page suivante|report page précédente|suma y sigue|saldo a trasladar|suma anterior|saldo de la hoja anterior|a riportare|" +
			"totale a riportare|riporto|riporto da pagina precedente|transport|over te brengen|transport van vorige pagina|overgebracht|" +
			"do przeniesienia|saldo do przeniesienia|z przeniesienia|saldo z poprzedniej strony|a transportar|saldo a transportar|transporte|" +
			"saldo transportado|sous-total|subtotal|zwischensumme"},
		{roleOtherAmount, 1, "total debits|total paid out|total withdrawals|money out|payments out|total credits|total paid in|total deposits|money in|" +
			"payments in|summe soll|summe ausgaben|summe belastungen|total belastungen|summe haben|summe eingänge|summe gutschriften|" +
			"total gutschriften|umsatzsumme|total des débits|total débit|total débits|total des opérations|total des opérations débit|" +
			"total des crédits|total crédit|total crédits|total des opérations crédit|total des mouvements|total cargos|suma de cargos|total debe|" +
			"total retiros|total abonos|suma de abonos|total haber|total depósitos|totale addebiti|totale uscite|totale dare|totale accrediti|" +
			"totale entrate|totale avere|totale movimenti|totaal af|totaal afgeschreven|totaal debet|totaal bij|totaal bijgeschreven|totaal credit|" +
			"suma obciążeń|obciążenia razem|suma wypływów|suma uznań|uznania razem|suma wpływów|total débitos|total de saídas|soma dos débitos|" +
			"total créditos|total de entradas|soma dos créditos"},
		{roleOtherAmount, 1, "arranged overdraft|overdraft limit|credit limit|available balance|dispositionskredit|kreditlinie|eingeräumte kontoüberziehung|" +
			"verfügbarer betrag|découvert autorisé|facilité de caisse|límite de descubierto|límite de crédito|saldo disponible|fido accordato|" +
			"affidamento|kredietlimiet|roodstaan tot|limit kredytowy|dostępny limit|dostępne środki|limite de descoberto|limite de crédito|" +
			"saldo disponível|saldo disponibile|beschikbaar saldo|average balance"},
	}
}

// bankIndex maps folded phrases of statements to what they announce.
//
//nolint:gochecknoglobals // built once, then only read
var bankIndex = sync.OnceValue(func() map[string][]term {
	index := map[string][]term{}
	for _, table := range [][]labelEntry{bankLabels(), bankSums(), bankOtherSums(), bankEnds()} {
		for _, e := range table {
			for phrase := range strings.SplitSeq(e.phrases, "|") {
				addLabel(index, recognize.Fold(phrase), term{e.role, e.weight})
			}
		}
	}
	return index
})

// bankWords are the words of the phrases in bankIndex.
//
//nolint:gochecknoglobals // built once, then only read
var bankWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for phrase := range bankIndex() {
		for w := range strings.FieldsSeq(phrase) {
			words[w] = true
		}
	}
	return words
})

// bankWordSet splits a list of folded words.
func bankWordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.SplitSeq(list, "|") {
		set[w] = true
	}
	return set
}

// bankJoiners are the folded words between the first and the last day of a
// period.
//
//nolint:gochecknoglobals // built once, then only read
var bankJoiners = sync.OnceValue(func() map[string]bool {
	return bankWordSet("to|until|through|thru|till|and|bis|zum|und|au|a|al|et|hasta|el|y|e|ate|tot|en|met|t|m|tm|do|dnia|i|the|il|o")
})

// ledgerHeads are folded words over the columns of a statement's amounts.
//
//nolint:gochecknoglobals,misspell // built once, then only read; phrases of eight languages
var ledgerHeads = sync.OnceValue(func() map[string]ledgerColumn {
	heads := map[string]ledgerColumn{}
	for column, list := range map[ledgerColumn]string{
		ledgerDebit: "debit|debits|paid out|money out|withdrawals|withdrawal|payments|out|soll|belastung|belastungen|ausgang|ausgange|lastschrift|" +
			"lastschriften|zu ihren lasten|ausgaben|retraits|cargos|cargo|debe|debito|debitos|retiros|dare|addebiti|uscite|movimenti dare|af|bedrag af|" +
			"debet|afgeschreven|obciazenia|wn|wyplywy|saidas|pagos",
		ledgerCredit: "credit|credits|paid in|money in|deposits|deposit|receipts|in|haben|gutschrift|gutschriften|eingang|eingange|zu ihren gunsten|" +
			"einnahmen|depots|abonos|abono|haber|credito|creditos|depositos|avere|accrediti|entrate|movimenti avere|bij|bedrag bij|bijgeschreven|" +
			"uznania|ma|wplywy|entradas",
		ledgerAmount: "amount|betrag|umsatz|umsatz in|betrag in|montant|importe|importo|bedrag|kwota|kwota operacji|montante|valor|importancia|value",
		ledgerBalance: "balance|running balance|account balance|saldo|kontostand|solde|solde progressif|saldo progressivo|saldo na mutatie|" +
			"saldo po operacji|saldo contabilistico|saldo contable",
	} {
		for w := range strings.SplitSeq(list, "|") {
			heads[w] = column
		}
	}
	return heads
})
