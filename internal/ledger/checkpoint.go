package ledger

import (
	"bytes"
	"crypto/hmac"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/redress/redress/internal/durable"
)

// checkpoint is where the chains ended once, kept in a file: what was there then must still be
// there. It is signed with the ledger's key.
type checkpoint struct {
	KeyID  string          `json:"key_id"`
	MadeAt time.Time       `json:"made_at"`
	Ends   map[string]mark `json:"ends"` // by the chain's name; of a chain that came later there is none
	MAC    []byte          `json:"mac"`
}

func (c checkpoint) sign(k *key) []byte {
	texts := []string{c.KeyID, c.MadeAt.UTC().Format(time.RFC3339Nano)}
	for _, ch := range chains {
		if end, known := c.Ends[ch.name]; known {
			texts = append(texts, ch.name, strconv.FormatInt(end.Seq, 10), string(end.Hash))
		}
	}
	return k.mac("checkpoint", texts...)
}

// known reports whether all ends are of chains that there are, and so signed.
func (c checkpoint) known() bool {
	for name := range c.Ends {
		if indexOf(name) < 0 {
			return false
		}
	}
	return true
}

const maxCheckpoint = 64 << 10

// readCheckpoint returns nil where there is no file. One that was not made with the key, or was
// touched since, is an error.
func readCheckpoint(path string, k *key) (*checkpoint, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	var c checkpoint
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&c)
	_, more := d.Token()
	switch {
	case len(text) > maxCheckpoint, err != nil, !errors.Is(more, io.EOF):
		return nil, fmt.Errorf("checkpoint %s: is not one, or was damaged", path)
	case c.KeyID != k.id:
		return nil, fmt.Errorf("checkpoint %s: was made with another key", path)
	case !hmac.Equal(c.MAC, c.sign(k)) || !c.known():
		return nil, fmt.Errorf("checkpoint %s: was changed since it was made", path)
	}
	return &c, nil
}

// write puts the checkpoint in place of the one before, whole or not at all.
func (c checkpoint) write(path string, k *key) error {
	c.MAC = c.sign(k)
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := durable.Replace(path, append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}
