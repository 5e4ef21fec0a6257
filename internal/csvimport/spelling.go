package csvimport

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// People and programs write the same time in many ways. Before layouts are tried, a cell is written as they have it: capitals, months of
// three letters in English, no commas, and no day of the week, which is checked instead.

// spelled is a time as layouts have it.
type spelled struct {
	text    string
	weekday string // that the cell names, in English, "" for none
}

// months are the names of months in English and German, whole and short, without the dot.
var months = names(map[string]string{
	"JAN": "JANUARY JANUAR JÄNNER JÄN", "FEB": "FEBRUARY FEBRUAR FEBER", "MAR": "MARCH MÄRZ MÄR MAERZ MRZ", "APR": "APRIL",
	"MAY": "MAI", "JUN": "JUNE JUNI", "JUL": "JULY JULI", "AUG": "AUGUST", "SEP": "SEPT SEPTEMBER", "OCT": "OCTOBER OKT OKTOBER",
	"NOV": "NOVEMBER", "DEC": "DECEMBER DEZ DEZEMBER",
})

// weekdays are the names of the days of the week, as those of months.
var weekdays = names(map[string]string{
	"MON": "MONDAY MO MONTAG", "TUE": "TUES TUESDAY DI DIENSTAG", "WED": "WEDNESDAY MI MITTWOCH", "THU": "THUR THURS THURSDAY DO DONNERSTAG",
	"FRI": "FRIDAY FR FREITAG", "SAT": "SATURDAY SA SAMSTAG SONNABEND", "SUN": "SUNDAY SO SONNTAG",
})

// fallsOn reports whether a time is on the day of the week that the cell names, if it names one.
func (s spelled) fallsOn(t time.Time) bool {
	return s.weekday == "" || strings.EqualFold(t.Weekday().String()[:len(s.weekday)], s.weekday)
}

// names returns names by all that they are called.
func names(also map[string]string) map[string]string {
	all := map[string]string{}
	for name, others := range also {
		all[name] = name
		for other := range strings.FieldsSeq(others) {
			all[other] = name
		}
	}
	return all
}

var (
	// halves of the day with dots and blanks, as Spanish has them too.
	halves = regexp.MustCompile(`(\b|[0-9])([AP])\. ?M\b\.?`)
	// What stands behind a date without a blank.
	commaBeforeTime = regexp.MustCompile(`^([^:]*[0-9]),([0-9]{1,2}:[0-9]{2})`)
	decimalComma    = regexp.MustCompile(`^([0-9]+),([0-9]+)$`)
	ordinal         = regexp.MustCompile(`^([0-9]{1,2})(?:ST|ND|RD|TH)$`)
	// A comment of RFC 5322 section 3.3 behind the offset, and the name of the zone before it.
	offsetWithNames = regexp.MustCompile(` (?:GMT|UTC)?([+-][0-9]{2}:?[0-9]{2})(?: \([^()]*\))?$`)
	// A name with the dots that belong to it, or to the day before it.
	nameWithDots = regexp.MustCompile(`\.?\p{L}+\.?`)
)

// spell writes the time of a cell, on one line, as layouts have it.
func spell(cell string) (s spelled) {
	text := cell
	// ISO 8601 and most others. Only a Z behind a blank is written otherwise.
	if strings.Trim(text, "0123456789-:./+TZ ") == "" && !strings.HasSuffix(text, " Z") {
		return spelled{text: text}
	}
	text = norm.NFC.String(strings.ToUpper(text))
	if decimalComma.MatchString(text) {
		return spelled{text: strings.Replace(text, ",", ".", 1)}
	}
	text = halves.ReplaceAllString(text, "${1}${2}M")
	text = commaBeforeTime.ReplaceAllString(text, "$1 $2")
	text = offsetWithNames.ReplaceAllString(text, " $1")
	for _, utc := range []string{" UTC", " GMT", " UT", " Z"} {
		if cut, named := strings.CutSuffix(text, utc); named {
			text = cut + "Z"
		}
	}
	text = strings.TrimSuffix(text, " UHR") // 23.04.2015 10:00 Uhr
	var words []string
	for word := range strings.FieldsSeq(text) {
		word = strings.TrimSuffix(word, ",")
		day, isDay := weekdays[strings.TrimSuffix(word, ".")]
		switch {
		case isDay && len(words) == 0 && s.weekday == "":
			s.weekday = day
		case word == "UM" || word == "AT" || word == "DEN" && len(words) == 0: // Dienstag, den 21. Oktober 2025 um 8:30 Uhr
		default:
			words = append(words, ordinal.ReplaceAllString(word, "$1"))
		}
	}
	s.text = strings.Join(words, " ")
	if strings.ContainsFunc(s.text, unicode.IsLetter) {
		s.text = englishMonths(s.text)
	}
	return s
}

// replaceNames replaces the names of a text, which are given with the dots before and behind them.
func replaceNames(text string, with func(before, name, after string) string) string {
	return nameWithDots.ReplaceAllStringFunc(text, func(word string) string {
		name := strings.Trim(word, ".")
		before, after, _ := strings.Cut(word, name)
		return with(before, name, after)
	})
}

// englishMonths writes the months of a text in three letters, with blanks instead of the dots around them: 3. März, 21.Okt.2025.
func englishMonths(text string) string {
	found := false
	text = replaceNames(text, func(before, name, after string) string {
		month, ok := months[name]
		if !ok {
			return before + name + after
		}
		found = true
		return strings.Repeat(" ", len(before)) + month + strings.Repeat(" ", len(after))
	})
	if !found {
		return text
	}
	words := strings.Fields(text)
	for i, word := range words[:len(words)-1] {
		if _, next := months[words[i+1]]; next {
			words[i] = strings.TrimSuffix(word, ".") // of the day
		}
	}
	return strings.Join(words, " ")
}

// spellFor writes the time of a cell as a layout has it that was asked for: with the names of English, which strftime of POSIX takes whole
// or short in any case.
func spellFor(layout, cell string) (s spelled) {
	s.text = cell
	month, day := strings.Contains(layout, "Jan"), strings.Contains(layout, "Mon")
	if !month && !day && !strings.Contains(layout, "PM") {
		return s
	}
	s.text = replaceNames(norm.NFC.String(s.text), func(before, name, after string) string {
		short, isMonth := months[strings.ToUpper(name)]
		layoutDot := "Jan."
		if !isMonth || !month {
			if short = weekdays[strings.ToUpper(name)]; short == "" || !day {
				return before + name + after
			}
			layoutDot, s.weekday = "Mon.", short
		}
		if !strings.Contains(layout, layoutDot) {
			after = ""
		}
		return before + short + after
	})
	if strings.Contains(layout, "PM") {
		s.text = halvesInAnyCase.ReplaceAllStringFunc(s.text, func(half string) string {
			return strings.ToUpper(half[:1]) + "M"
		})
	}
	return s
}

// halvesInAnyCase are halves of the day as people write them.
var halvesInAnyCase = regexp.MustCompile(`(?i)\b[ap](?:\. ?m\.?|m)(?:\b|$)`)
