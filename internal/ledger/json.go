package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// canonical returns JSON in one normal form, the same for what either database returns:
// PostgreSQL keeps neither the order of keys nor the spelling of numbers and escapes. Keys that
// stand there twice stay, since SQLite keeps the text.
func canonical(raw json.RawMessage) (string, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	text, err := encode(d)
	if err != nil {
		return "", fmt.Errorf("JSON of the ledger: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", errors.New("JSON of the ledger: text follows the value")
	}
	return text, nil
}

// encode reads one value. What it writes need not be JSON, but no two values look alike.
func encode(d *json.Decoder) (string, error) {
	token, err := d.Token()
	if err != nil {
		return "", err
	}
	switch t := token.(type) {
	case json.Delim: // one that opens: the decoder refuses others
		var parts []string
		for d.More() {
			part, err := encode(d)
			if err != nil {
				return "", err
			}
			if t == '{' {
				value, err := encode(d)
				if err != nil {
					return "", err
				}
				part += ":" + value
			}
			parts = append(parts, part)
		}
		end, err := d.Token()
		if err != nil {
			return "", err
		}
		if t == '{' {
			slices.Sort(parts)
		}
		return t.String() + strings.Join(parts, ",") + fmt.Sprint(end), nil
	case string:
		return strconv.Quote(t), nil
	case json.Number:
		return decimal(t.String()), nil
	default: // true, false and null
		return fmt.Sprint(t), nil
	}
}

// decimal encodes a number by its digits and the power of ten behind them: 1.50, 1.5 and 15e-1
// are 15e-1.
func decimal(number string) string {
	mantissa, power, _ := strings.Cut(strings.ToLower(number), "e")
	exponent, err := strconv.Atoi(power)
	if power != "" && err != nil {
		return number
	}
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exponent -= len(fraction)
	digits := strings.TrimLeft(whole+fraction, "0")
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return "0"
	}
	exponent += len(digits) - len(short)
	if negative {
		short = "-" + short
	}
	return short + "e" + strconv.Itoa(exponent)
}
