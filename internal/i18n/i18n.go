// Package i18n keeps what the service says apart from its language. A message is its English format
// and its arguments until it is printed for a reader; de.json has the German format of each.
package i18n

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// Language is a language that the service speaks, as its BCP 47 tag.
type Language string

// The languages that the service speaks.
const (
	English Language = "en"
	German  Language = "de"
)

var (
	spoken  = []Language{English, German}
	matcher = language.NewMatcher([]language.Tag{language.English, language.German})
)

// Languages returns the languages that the service speaks, English first.
func Languages() []Language { return slices.Clone(spoken) }

// maxAccepted is how much of a list of languages is read, in bytes: browsers send some thirty.
const maxAccepted = 256

// Match returns the language that suits a list of languages best, which is a tag or the value of a
// header Accept-Language; false, and English, when none does.
func Match(accepted string) (Language, bool) {
	if accepted == "" || len(accepted) > maxAccepted {
		return English, false
	}
	tags, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil || len(tags) == 0 {
		return English, false
	}
	_, i, confidence := matcher.Match(tags...)
	if confidence == language.No {
		return English, false
	}
	return spoken[i], true
}

// Text is something that the service says, in no language yet.
type Text struct {
	format string
	args   []any
}

// T returns a text of an English format, as of package fmt, and its arguments. The arguments may be
// texts themselves; whatever else they are is data and stays as it is.
func T(format string, args ...any) Text { return Text{format, args} }

// Verbatim returns a text that somebody has written: it is the same in all languages.
func Verbatim(text string) Text { return T("%s", text) }

// Decimal returns a number, written with a decimal point or without one, as each language writes it.
func Decimal(number string) Text {
	whole, fraction, some := strings.Cut(number, ".")
	if !some {
		return Verbatim(whole)
	}
	return T("%s.%s", whole, fraction)
}

// In returns the text in a language. A format that the language lacks is printed in English.
func (t Text) In(l Language) string {
	format := t.format
	if l == German {
		if german, ok := german()[format]; ok {
			format = german
		}
	}
	if len(t.args) == 0 {
		return format
	}
	args := make([]any, len(t.args))
	for i, arg := range t.args {
		if text, ok := arg.(Text); ok {
			arg = text.In(l)
		}
		args[i] = arg
	}
	return fmt.Sprintf(format, args...)
}

// String returns the text in English.
func (t Text) String() string { return t.In(English) }

// IsVerbatim reports whether the text is one that somebody has written.
func (t Text) IsVerbatim() bool { return t.format == "%s" }

// MarshalJSON returns the text as an array of its English format and its arguments, so that it can be kept and printed
// for any reader later. Arguments are strings, whole numbers, or texts, which are arrays in it; others are an error.
func (t Text) MarshalJSON() ([]byte, error) {
	parts := []any{t.format}
	for _, arg := range t.args {
		switch arg.(type) {
		case string, int, Text:
			parts = append(parts, arg)
		default:
			return nil, fmt.Errorf("%q has an argument of type %T", t.format, arg)
		}
	}
	return json.Marshal(parts)
}

// UnmarshalJSON reads what MarshalJSON returned.
func (t *Text) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if len(parts) == 0 {
		return errors.New("a text without a format")
	}
	read := Text{}
	if err := json.Unmarshal(parts[0], &read.format); err != nil {
		return err
	}
	for _, part := range parts[1:] {
		arg, err := readArg(part)
		if err != nil {
			return err
		}
		read.args = append(read.args, arg)
	}
	*t = read
	return nil
}

func readArg(part json.RawMessage) (any, error) {
	var word string
	if json.Unmarshal(part, &word) == nil {
		return word, nil
	}
	var number int
	if json.Unmarshal(part, &number) == nil {
		return number, nil
	}
	var text Text
	err := json.Unmarshal(part, &text)
	return text, err
}

// Or returns a list of which one applies: a, b or c. It needs one text at least.
func Or(texts ...Text) Text {
	last := len(texts) - 1
	if last == 0 {
		return texts[0]
	}
	list := texts[0]
	for _, text := range texts[1:last] {
		list = T("%s, %s", list, text)
	}
	return T("%s or %s", list, texts[last])
}

//go:embed de.json
var germanJSON []byte

// german returns the German formats by the English ones.
var german = sync.OnceValue(func() map[string]string {
	var formats map[string]string
	if err := json.Unmarshal(germanJSON, &formats); err != nil {
		panic("i18n: de.json: " + err.Error()) // the tests read it
	}
	return formats
})

type languageKey struct{}

// With returns a context whose reader reads a language.
func With(ctx context.Context, l Language) context.Context {
	return context.WithValue(ctx, languageKey{}, l)
}

// Asked returns the language of the context's reader; false where nobody has said which that is.
func Asked(ctx context.Context) (Language, bool) {
	l, ok := ctx.Value(languageKey{}).(Language)
	return l, ok
}

// From returns the language of the context's reader; English where nobody has said.
func From(ctx context.Context) Language {
	if l, ok := Asked(ctx); ok {
		return l
	}
	return English
}
