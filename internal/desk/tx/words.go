package tx

import (
	"strings"

	"github.com/redress/redress/internal/i18n"
)

// StatusText returns a status as people read it.
func StatusText[S ~string](s S) i18n.Text {
	return i18n.T(strings.ReplaceAll(strings.ToLower(string(s)), "_", " "))
}

// StatusList returns statuses as people read them: one or another.
func StatusList[S ~string](all []S) i18n.Text {
	words := make([]i18n.Text, len(all))
	for i, s := range all {
		words[i] = StatusText(s)
	}
	return i18n.Or(words...)
}

// OrList returns codes as they are: one or another.
func OrList[S ~string](codes []S) i18n.Text {
	all := make([]i18n.Text, len(codes))
	for i, code := range codes {
		all[i] = i18n.T("%s", string(code))
	}
	return i18n.Or(all...)
}
