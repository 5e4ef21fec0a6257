package text

import (
	"context"
	"encoding/json"

	"github.com/redress/redress/internal/i18n"
)

// Wording is what the service itself says in a notification, apart from its language. What people wrote is in none.
type Wording struct {
	Title   *i18n.Text `json:"title,omitempty"`
	Message *i18n.Text `json:"message,omitempty"`
}

// WordingOf returns the wording of a title and a message, as its row keeps it; "" where people wrote both.
func WordingOf(title, message i18n.Text) (string, error) {
	var w Wording
	if !title.IsVerbatim() {
		w.Title = &title
	}
	if !message.IsVerbatim() {
		w.Message = &message
	}
	if w == (Wording{}) {
		return "", nil
	}
	kept, err := json.Marshal(w)
	return string(kept), err
}

// TitleFor returns the title of a notification for the context's reader: as its wording says it in their language, else, where
// people wrote it or nobody has said which language that is, as it was sent.
func TitleFor(ctx context.Context, wording, sent string) string {
	return saidFor(ctx, read(wording).Title, sent)
}

// MessageFor returns the text of a notification as TitleFor returns its title.
func MessageFor(ctx context.Context, wording, sent string) string {
	return saidFor(ctx, read(wording).Message, sent)
}

func saidFor(ctx context.Context, said *i18n.Text, sent string) string {
	l, asked := i18n.Asked(ctx)
	if said == nil || !asked || sent == "" {
		return sent
	}
	return said.In(l)
}

// read returns the wording that a row keeps. One of a later version that this one can't read is none.
func read(kept string) Wording {
	var w Wording
	if kept == "" || json.Unmarshal([]byte(kept), &w) != nil {
		return Wording{}
	}
	return w
}
