package domain

import "strconv"

// OtherMinorDigits are the decimals of the currencies whose minor unit is not a hundredth (ISO 4217, list one).
var OtherMinorDigits = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0,
	"UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLF": 4, "UYW": 4,
}

// MinorDigits returns how many decimals an amount of a currency has.
func MinorDigits(currency string) int {
	if digits, other := OtherMinorDigits[currency]; other {
		return digits
	}
	return 2
}

// FormatMinor formats an amount of minor units as an exact decimal of the currency (ISO 4217):
// 1250 EUR is 12.50, 1250 JPY is 1250. It uses no floating-point numbers.
func FormatMinor(minor int64, currency string) string {
	digits := MinorDigits(currency)
	s := strconv.FormatUint(magnitude(minor), 10)
	for len(s) <= digits {
		s = "0" + s
	}
	if digits > 0 {
		s = s[:len(s)-digits] + "." + s[len(s)-digits:]
	}
	if minor < 0 {
		s = "-" + s
	}
	return s
}

// magnitude returns the absolute value, also of the smallest 64-bit integer.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}
