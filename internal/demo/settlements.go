package demo

import "github.com/redress/redress/internal/domain"

// settlements returns the settlements of both providers, in no particular order.
func settlements() []settlement {
	const (
		bank, upi, cheque = domain.MethodBankTransfer, domain.MethodUPI, domain.MethodCheque
		cash, card, other = domain.MethodCash, domain.MethodCard, domain.MethodOther
		a, b              = brightwater, kestrel
	)
	return []settlement{
		// provider, day, amount, by, reference, invoice, period, tasks, remarks, who; reversed when and why
		{a, 59, 184_000, "EUR", bank, "SEPA-240117", "BCW-1041", 90, 60, 0, "Stand-by crew, first month", lucia, 0, ""},
		{a, 57, 12_650, "EUR", card, "CARD-77120", "BCW-1042", 0, 0, 0, "Cold asphalt, 14 bags", lucia, 0, ""},
		{a, 55, 4_500, "EUR", cash, "PETTY-0031", "", 0, 0, 0, "Parking of the vacuum truck at the fish auction", kenji, 0, ""},
		{a, 53, 36_400, "EUR", bank, "SEPA-240388", "BCW-1043", 59, 54, 0, "Survey of the storm drains below Customs Row", lucia, 0, ""},
		{a, 50, 2_450_000, "INR", upi, "UPI-50922871", "BCW-IN-07", 80, 50, 0, "Remote reading of drain cameras, Pune office", kenji, 0, ""},
		{
			a, 48, 51_275, "EUR", cheque, "CHQ-000412", "BCW-1044", 59, 49, 2, "Jobs of the first fortnight", lucia, 45,
			"Cheque made out to the former company name; issued again",
		},
		{a, 44, 51_275, "EUR", cheque, "CHQ-000412", "BCW-1044", 59, 49, 2, "Same invoice, cheque with the right name", lucia, 0, ""},
		{a, 42, 8_920, "EUR", card, "CARD-77455", "BCW-1046", 0, 0, 0, "Hire of a stump grinder, one day", kenji, 0, ""},
		{
			a, 40, 184_000, "EUR", bank, "SEPA-241006", "BCW-1047", 60, 41, 0, "Stand-by crew, second month, paid in part", lucia, 38,
			"Booked twice by mistake with the installment below",
		},
		{a, 39, 122_000, "EUR", bank, "SEPA-241007", "BCW-1047", 60, 41, 0, "Stand-by crew, second month, first installment", lucia, 0, ""},
		{a, 36, 62_000, "EUR", bank, "SEPA-241199", "BCW-1047", 60, 41, 0, "Stand-by crew, second month, second installment", lucia, 0, ""},
		{a, 34, 28_840, "EUR", bank, "SEPA-241260", "BCW-1049", 48, 35, 2, "Jobs of the second fortnight", lucia, 0, ""},
		{a, 32, 1_180_000, "INR", upi, "UPI-51270044", "BCW-IN-08", 50, 32, 0, "Remote reading of drain cameras", kenji, 0, ""},
		{a, 30, 3_200, "EUR", cash, "PETTY-0034", "", 0, 0, 0, "Ferry tickets for two, breakwater job", kenji, 0, ""},
		{a, 28, 19_990, "EUR", card, "CARD-78001", "BCW-1050", 0, 0, 0, "Pump seals", lucia, 0, ""},
		{a, 26, 74_310, "EUR", bank, "SEPA-241588", "BCW-1051", 34, 27, 2, "Water jobs and one night call-out", lucia, 0, ""},
		{a, 24, 5_000, "EUR", other, "BARTER-02", "", 0, 0, 0, "Credit for scrap iron taken back", kenji, 0, ""},
		{a, 22, 41_700, "EUR", bank, "SEPA-241702", "BCW-1052", 0, 0, 0, "Barriers and signs, quarter", lucia, 0, ""},
		{a, 20, 184_000, "EUR", bank, "SEPA-241850", "BCW-1053", 41, 21, 0, "Stand-by crew, third month", lucia, 0, ""},
		{a, 18, 990_000, "INR", bank, "NEFT-88120034", "BCW-IN-09", 32, 18, 0, "Archive of camera footage, one year", kenji, 0, ""},
		{a, 16, 26_150, "EUR", cheque, "CHQ-000437", "BCW-1054", 27, 17, 1, "Parks jobs", lucia, 0, ""},
		{a, 14, 9_999, "EUR", card, "CARD-78342", "BCW-1055", 0, 0, 0, "Thermal camera, rented for a weekend", kenji, 0, ""},
		{a, 12, 33_480, "EUR", bank, "SEPA-242011", "BCW-1056", 17, 13, 2, "Jobs of the fourth fortnight", lucia, 0, ""},
		{a, 10, 7_725, "EUR", upi, "UPI-51630981", "", 0, 0, 0, "Refund of customs fees on spare parts", kenji, 0, ""},
		{a, 8, 15_600, "EUR", bank, "SEPA-242190", "BCW-1057", 0, 0, 0, "Training of two new crew leads", lucia, 0, ""},
		{a, 6, 1_340_000, "INR", upi, "UPI-51711206", "BCW-IN-10", 18, 6, 0, "Remote reading of drain cameras", kenji, 0, ""},
		{a, 4, 48_900, "EUR", bank, "SEPA-242307", "BCW-1058", 13, 5, 3, "Jobs of the fifth fortnight", lucia, 0, ""},
		{a, 2, 6_480, "EUR", card, "CARD-78590", "BCW-1059", 0, 0, 0, "Replacement of a stolen generator cable", lucia, 1, "The insurer pays for it after all"},
		{a, 1, 2_750, "EUR", cash, "PETTY-0039", "", 0, 0, 0, "Coffee and bread for the flood crew 🥖", kenji, 0, ""},

		{b, 52, 68_000, "EUR", bank, "KLC-9001", "K-0301", 90, 53, 0, "Lamp inspection round, spring", lucia, 0, ""},
		{b, 37, 22_340, "EUR", bank, "KLC-9002", "K-0302", 52, 38, 1, "Repairs in the Old Town", lucia, 0, ""},
		{b, 29, 5_610, "EUR", card, "CARD-77120", "K-0303", 0, 0, 0, "Fuses; the other company's reference may repeat", kenji, 0, ""},
		{b, 19, 31_875, "EUR", bank, "KLC-9003", "K-0304", 38, 20, 2, "Repairs in Hightop", lucia, 15, "Wrong account; the bank sent it back"},
		{b, 13, 31_875, "EUR", bank, "KLC-9003", "K-0304", 38, 20, 2, "Repairs in Hightop, sent again", lucia, 0, ""},
		{b, 3, 450_000, "INR", upi, "UPI-51740010", "K-IN-01", 20, 4, 0, "Firmware for dimmable lamps", kenji, 0, ""},
	}
}
