package tx

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/ent/linkcode"
	"github.com/redress/redress/internal/auth"
)

// EndLinks ends all links by which the reporter of a complaint follows it, and the code for another one. Whose right it is is the caller's to check.
func (t *Tx) EndLinks(ctx context.Context, complaint uuid.UUID) error {
	sys := auth.System(ctx, "end the links to a complaint")
	if err := t.Link.Update().Where(link.ComplaintID(complaint), link.EndedAtIsNil()).SetEndedAt(t.Now).Exec(sys); err != nil {
		return err
	}
	return t.LinkCode.Update().Where(linkcode.ComplaintID(complaint), linkcode.EndedAtIsNil()).SetEndedAt(t.Now).Exec(sys)
}
