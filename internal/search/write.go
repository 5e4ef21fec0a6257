package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcasttext"
	"github.com/redress/redress/ent/complainttext"
	"github.com/redress/redress/internal/auth"
)

// rowsPerInsert keeps one statement below the parameters that either database takes.
const rowsPerInsert = 1_000

// AddComplaints inserts the search texts of new complaints. The client is that of the transaction
// which inserts them.
func AddComplaints(ctx context.Context, tx *ent.Client, complaints ...*ent.Complaint) error {
	ctx = auth.System(ctx, "what a complaint is found by")
	for part := range slices.Chunk(complaints, rowsPerInsert) {
		err := tx.ComplaintText.MapCreateBulk(part, func(c *ent.ComplaintTextCreate, i int) {
			c.SetComplaintID(part[i].ID).SetBody(OfComplaint(part[i]))
		}).Exec(ctx)
		if err != nil {
			return fmt.Errorf("make complaints found: %w", err)
		}
	}
	return nil
}

// ReviseComplaint changes the search text of a complaint, in the transaction that changes its texts.
func ReviseComplaint(ctx context.Context, tx *ent.Client, c *ent.Complaint) error {
	return tx.ComplaintText.Update().Where(complainttext.ComplaintID(c.ID)).SetBody(OfComplaint(c)).
		Exec(auth.System(ctx, "what a complaint is found by"))
}

// AddBroadcasts inserts the search texts of new broadcasts, as AddComplaints does.
func AddBroadcasts(ctx context.Context, tx *ent.Client, broadcasts ...*ent.Broadcast) error {
	ctx = auth.System(ctx, "what a broadcast is found by")
	for part := range slices.Chunk(broadcasts, rowsPerInsert) {
		err := tx.BroadcastText.MapCreateBulk(part, func(c *ent.BroadcastTextCreate, i int) {
			c.SetBroadcastID(part[i].ID).SetBody(Fold(part[i].Title))
		}).Exec(ctx)
		if err != nil {
			return fmt.Errorf("make broadcasts found: %w", err)
		}
	}
	return nil
}

// RenameBroadcast changes the search text of a broadcast.
func RenameBroadcast(ctx context.Context, tx *ent.Client, b *ent.Broadcast, title string) error {
	return tx.BroadcastText.Update().Where(broadcasttext.BroadcastID(b.ID)).SetBody(Fold(title)).
		Exec(auth.System(ctx, "what a broadcast is found by"))
}
