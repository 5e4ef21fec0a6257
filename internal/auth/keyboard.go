package auth

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// keyRows are the rows of keys of English, German and French keyboards, without and with Shift where that is no
// capital letter. The list of common passwords knows the English ones best.
var keyRows = []string{
	"01234567890-=", "!@#$%^&*()_+", "qwertyuiop[]", `asdfghjkl;'\`, "zxcvbnm,./",
	"^1234567890ß´", `°!"§$%&/()=?`, "qwertzuiopü+", "asdfghjklöä#", "<yxcvbnm,.-",
	`²&é"'(-è_çà)=`, "1234567890°+", "azertyuiop^$", "qsdfghjklmù*", "<wxcvbn,;:!",
}

// keyColumns are the keys below each other of the same keyboards, with and without the digit above them.
var keyColumns = strings.Fields(`
	1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/
	1qay 6zhn 0pö-
	1aqw 2zsx 7uj, 8ik; 9ol: 0pm! &aqw ézsx "edc 'rfv (tgb -yhn èuj, _ik; çol: àpm!`)

// fewKeys is how many keys beside each other are no accident; words have as many as three.
const fewKeys = 4

// walks are the rows and columns as passwords are compared, from either end.
var walks = sync.OnceValue(func() (all struct{ rows, columns []string }) {
	for _, row := range keyRows {
		row = foldText(row)
		all.rows = append(all.rows, row, backwards(row))
	}
	for _, column := range keyColumns {
		column = foldText(column)
		_, size := utf8.DecodeRuneInString(column)
		short := column[size:]
		all.columns = append(all.columns, column, backwards(column), short, backwards(short))
	}
	return all
})

func backwards(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// isKeyWalk reports whether a folded text is typed along the rows or down the columns of a keyboard and nothing else, however
// many of them follow each other.
func isKeyWalk(folded string) bool {
	text := []rune(folded)
	ends := make([]bool, len(text)+1) // whether walks end before each character
	ends[0] = true
	for from := range text {
		if !ends[from] {
			continue
		}
		for to := from + fewKeys - 1; to <= len(text); to++ {
			part := string(text[from:to])
			along := slices.ContainsFunc(walks().rows, func(row string) bool { return strings.Contains(row, part) })
			ends[to] = ends[to] || to-from >= fewKeys && along || slices.Contains(walks().columns, part)
			if !along && to-from >= fewKeys {
				break
			}
		}
	}
	return len(text) > 0 && ends[len(text)]
}
