package model

import (
	"strconv"

	"github.com/redress/redress/internal/domain"
)

// FormatMinor formats an amount of minor units as an exact decimal of the currency (ISO 4217):
// 1250 EUR is 12.50, 1250 JPY is 1250. It uses no floating-point numbers.
func FormatMinor(minor int64, currency string) string {
	digits := domain.MinorDigits(currency)
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
