package stats

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// ComplaintCounts are the numbers of badges.
type ComplaintCounts struct {
	Total    int
	ByStatus []*StatusCount
	Overdue  int
	Flagged  int
}

// StatusCount is how many complaints have a status.
type StatusCount struct {
	Status domain.ComplaintStatus
	Count  int
}

// Counts counts the complaints that the viewer may see, in one statement: administrators read
// the rollups, others count their own.
func Counts(ctx context.Context, client *ent.Client) (*ComplaintCounts, error) {
	by := domain.ByStatus
	var groups []*group
	var err error
	byStatus := Complaints{GroupBy: []domain.ComplaintDimension{by}}
	if from, _ := byStatus.source(ctx, spans{}); from == fromRollups {
		groups, err = readGroups(ctx, client, by)
	} else {
		_, groups, err = aggregate(ctx, client.Complaint.Query(), plan{dimensions: byStatus.GroupBy, maxGroups: MaxBuckets})
	}
	if err != nil {
		return nil, err
	}
	out := &ComplaintCounts{}
	for _, status := range domain.ComplaintStatuses {
		out.ByStatus = append(out.ByStatus, &StatusCount{Status: status})
	}
	for _, g := range groups {
		for _, c := range out.ByStatus {
			if string(c.Status) == g.value(by) {
				c.Count = int(g.sums.Rows)
			}
		}
		out.Total += int(g.sums.Rows)
		out.Overdue += int(g.sums.Overdue)
		out.Flagged += int(g.sums.Flagged)
	}
	return out, nil
}
