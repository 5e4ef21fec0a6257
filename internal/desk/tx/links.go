package tx

import (
	"context"

	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/ent/linkcode"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/auth"
)

// EndLinks ends all links by which the reporters of some complaints follow them, and the codes for others. Whose right it is is the caller's to check.
func (t *Tx) EndLinks(ctx context.Context, which predicate.Complaint) error {
	sys := auth.System(ctx, "end the links to complaints")
	if err := t.Link.Update().Where(link.HasComplaintWith(which), link.EndedAtIsNil()).SetEndedAt(t.Now).Exec(sys); err != nil {
		return err
	}
	return t.LinkCode.Update().Where(linkcode.HasComplaintWith(which), linkcode.EndedAtIsNil()).SetEndedAt(t.Now).Exec(sys)
}
