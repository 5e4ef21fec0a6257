package ledger

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/json"
	"errors"
)

// ErrPosition is returned for a text that is not where a check stopped.
var ErrPosition = errors.New("is not what a check returned")

// cursor is where a check stopped, as it travels to the caller and back: signed, so that nobody
// can choose which hash the next row is compared with.
type cursor struct {
	Chain string `json:"chain"`
	At    mark   `json:"at"`
	Rows  int64  `json:"rows"`
}

const macSize = 32

func (w *checker) position() string {
	text, _ := json.Marshal(cursor{chains[w.chain].name, w.at, w.rows}) // numbers and bytes always marshal
	return base64.RawURLEncoding.EncodeToString(append(w.key.mac("position", string(text)), text...))
}

func (w *checker) resume(after string) error {
	signed, err := base64.RawURLEncoding.DecodeString(after)
	if err != nil || len(signed) < macSize {
		return ErrPosition
	}
	text := signed[macSize:]
	if !hmac.Equal(signed[:macSize], w.key.mac("position", string(text))) {
		return ErrPosition
	}
	var s cursor
	if err := json.Unmarshal(text, &s); err != nil || indexOf(s.Chain) < 0 {
		return ErrPosition
	}
	w.chain, w.at, w.rows = indexOf(s.Chain), s.At, s.Rows
	return nil
}
