package party

import (
	"strings"
	"testing"
)

func TestPostalLines(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"80333 München", "DE-80333 München", "3500 MJ Utrecht", "4663YW Zwolle", "00-950 Warszawa", "1249-068 Lisboa", "5215 - 561 Braga",
		"37038-388 Belo Horizonte - MG", "46514 - Alcalá de Henares", "05384 - REGGIO EMILIA (RE)", "Seattle, WA 98109", "London SW1A 1AA",
		"Zaragoza (93190)", "Hobart TAS 5606", "Cairns, QLD 8294", "Recife - PE, CEP 33562-453", "Campinas/SP CEP 48047-463",
		"Laval, QC P8J 2G3", "Gatineau (Québec) D6F 4H5", "S(221440)", "Singapore 390309", "Indore - 764950", "Jaipur, Rajasthan 856740",
		"Kochi 296934", "León, Gto., 29598", "Guadalajara, Jalisco C.P. 91296",
		"115 27 Αθήνα", "11527 Αθήνα", "1000 София", "010101 București", "Θεσσαλονίκη Τ.Κ. 54622", "Τ.Κ. 11527 Αθήνα", "п.к. 1000 София", "5600 гр. Троян",
	} {
		if !PostalLine(strings.Fields(line)) {
			t.Errorf("%q is no postal line", line)
		}
	}
	for _, line := range []string{
		"Invoice 12345", "Order No. 123456", "Total 1234", "Reference 123456", "Tel. 123456", "12345", "Kundennummer 123456", "Date 2024",
		"Page (1)", "Art 4711", "Room P8J", "115 27", "115 27 τεμάχια", "5600 бр. дъски",
	} {
		if PostalLine(strings.Fields(line)) {
			t.Errorf("%q is a postal line", line)
		}
	}
}
