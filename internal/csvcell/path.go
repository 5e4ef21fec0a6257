package csvcell

import "strings"

const separator = " > "

// In a name, what could be taken for a separator has a backslash before it, and so has a backslash.
var escapeName = strings.NewReplacer(`\`, `\\`, `>`, `\>`)

// JoinPath returns the place of a category or zone in its tree as one text: its names from the top downwards, such
// as "Streets > Lighting > Lamp out".
func JoinPath(names []string) string {
	escaped := make([]string, len(names))
	for i, name := range names {
		escaped[i] = escapeName.Replace(name)
	}
	return strings.Join(escaped, separator)
}

// SplitPath returns the names of a path, without blanks around them and without empty ones.
func SplitPath(path string) (names []string) {
	var name strings.Builder
	end := func() {
		if text := strings.TrimSpace(name.String()); text != "" {
			names = append(names, text)
		}
		name.Reset()
	}
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '\\' && i+1 < len(path):
			i++
			name.WriteByte(path[i])
		case c == '>':
			end()
		default:
			name.WriteByte(c)
		}
	}
	end()
	return names
}
