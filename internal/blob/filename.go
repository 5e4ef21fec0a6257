package blob

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is how many bytes a label may have, as in file systems and in the media row.
const maxName = 255

// FileName returns a label made of the name that a client gave: its last path element, valid UTF-8,
// without control characters or marks that change the reading direction, at most maxName bytes,
// with an extension of its content type. No file in the store is named by it. The fallback is "media".
func FileName(raw, contentType string) string {
	name := strings.ToValidUTF8(raw, "")
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == utf8.RuneError:
			return -1 // Cf holds the bidi overrides, the zero-width marks and the BOM
		case unicode.IsSpace(r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return ' '
		case strings.ContainsRune(`<>:"|?*`, r):
			return '_'
		}
		return r
	}, name)
	name = strings.TrimRight(name, " .")

	ending := ""
	if i := slices.IndexFunc(Formats, func(f Format) bool { return f.ContentType == contentType }); i >= 0 {
		known := Formats[i].endings
		dot := strings.LastIndexByte(name, '.')
		if dot >= 0 && slices.Contains(known, strings.ToLower(name[dot:])) {
			name, ending = name[:dot], name[dot:]
		} else {
			ending = known[0]
		}
	}
	if name = strings.Trim(truncate(name, maxName-len(ending)), " ."); name == "" {
		name = "media"
	}
	return name + ending
}

// truncate cuts s to at most n bytes without breaking a character.
func truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
