package main

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/redress/redress/bench/store"
	"github.com/redress/redress/internal/domain"
)

// statistics are the statements behind them. All complaints together have rollups, which
// this program reads too, as well as the fact table for the rest.
type statistics struct {
	rollups, missed, zones, paid *store.Statement
}

func newStatistics(db *store.Base) *statistics {
	return &statistics{
		rollups: db.Prepare(`SELECT value, sums, change FROM tallies WHERE subject = 'COMPLAINT' AND dimension IN ('', $1)`),
		missed: db.Prepare(`SELECT status, COUNT(*), SUM(CASE WHEN resolved_at <= due_at THEN 1 ELSE 0 END),
				SUM(CASE WHEN resolved_at > due_at OR resolved_at IS NULL AND overdue THEN 1 ELSE 0 END), SUM(CASE WHEN reopened_count > 0 THEN 1 ELSE 0 END)
			FROM complaint_facts WHERE priority = 'HIGH' GROUP BY status`),
		zones: db.Prepare(`SELECT c.zone_id, z.name, c.resolved_took, COUNT(*) FROM complaints c JOIN zones z ON z.id = c.zone_id
			WHERE c.status = 'CLOSED' GROUP BY c.zone_id, z.name, c.resolved_took ORDER BY c.zone_id, c.resolved_took`),
		paid: db.Prepare(`SELECT p.currency, s.id, s.name, SUM(CASE WHEN p.type = 'SETTLEMENT' THEN p.payments ELSE 0 END)::bigint, SUM(CASE WHEN
			p.type = 'REVERSAL' THEN p.payments ELSE 0 END)::bigint,
				SUM(CASE WHEN p.type = 'SETTLEMENT' THEN p.amount_minor ELSE 0 END)::bigint, SUM(CASE WHEN p.type = 'REVERSAL' THEN -p.amount_minor ELSE 0 END)::bigint
			FROM payment_days p JOIN service_providers s ON s.id = p.provider_id GROUP BY p.currency, s.id, s.name`),
	}
}

// rollupsOf returns those of a dimension, with the delta rows that are not yet added to them.
func (s *server) rollupsOf(c *call, dimension string) (map[string]*domain.Sums, error) {
	if err := c.by.Must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, err
	}
	all := map[string]*domain.Sums{}
	add := func(value string, sums *domain.Sums) {
		if all[value] == nil {
			all[value] = &domain.Sums{}
		}
		all[value].Merge(sums)
	}
	return all, s.Each(c.Context(), s.rollups, func(row store.Row) error {
		var value string
		var sum, delta []byte
		if err := row.Scan(&value, &sum, &delta); err != nil {
			return err
		}
		if delta == nil {
			sums := &domain.Sums{}
			if err := json.Unmarshal(sum, sums); err != nil {
				return err
			}
			add(value, sums)
			return nil
		}
		var change domain.Rollups
		if err := json.Unmarshal(delta, &change); err != nil {
			return err
		}
		for value, sums := range change[dimension] {
			add(value, sums)
		}
		return nil
	}, dimension)
}

func (s *server) graphCounts(c *call) (any, error) {
	rollups, err := s.rollupsOf(c, "STATUS")
	if err != nil {
		return nil, err
	}
	type count struct {
		Status domain.ComplaintStatus `json:"status"`
		Count  int64                  `json:"count"`
	}
	var out struct {
		Total    int64   `json:"total"`
		ByStatus []count `json:"byStatus"`
		Overdue  int64   `json:"overdue"`
		Flagged  int64   `json:"flagged"`
	}
	for _, status := range domain.ComplaintStatuses {
		sums := rollups[string(status)]
		if sums == nil {
			sums = &domain.Sums{}
		}
		out.ByStatus = append(out.ByStatus, count{status, sums.Rows})
		out.Total += sums.Rows
		out.Overdue += sums.Overdue
		out.Flagged += sums.Flagged
	}
	return data{map[string]any{"complaintCounts": out}}, nil
}

type times struct {
	Count  int64 `json:"count"`
	Median *int  `json:"median"`
	P90    *int  `json:"p90"`
	P99    *int  `json:"p99"`
}

func timesOf(s domain.Histogram) (t times) {
	if t.Count = s.Count(); t.Count > 0 {
		median, p90, p99 := s.Quantile(0.5), s.Quantile(0.9), s.Quantile(0.99)
		t.Median, t.P90, t.P99 = &median, &p90, &p99
	}
	return t
}

func share(n, of int64) *float64 {
	if of == 0 {
		return nil
	}
	r := float64(n) / float64(of)
	return &r
}

func (s *server) graphOverview(c *call) (any, error) {
	rollups, err := s.rollupsOf(c, "ALL")
	if err != nil {
		return nil, err
	}
	sums := rollups[""]
	type sla struct {
		Met    int64    `json:"met"`
		Missed int64    `json:"missed"`
		Share  *float64 `json:"share"`
	}
	type reopening struct {
		Ended    int64    `json:"ended"`
		Reopened int64    `json:"reopened"`
		Rate     *float64 `json:"rate"`
	}
	type rating struct {
		Count   int64    `json:"count"`
		Average *float64 `json:"average"`
	}
	type bucket struct {
		Count      int64     `json:"count"`
		Assignment times     `json:"timeToAssignment"`
		Resolution times     `json:"timeToResolution"`
		SLA        sla       `json:"sla"`
		Reopening  reopening `json:"reopening"`
		Rating     rating    `json:"rating"`
	}
	return data{map[string]any{"complaintStats": map[string]any{"total": bucket{
		sums.Rows, timesOf(sums.Assigned), timesOf(sums.Resolved),
		sla{sums.Met, sums.Missed, share(sums.Met, sums.Met+sums.Missed)},
		reopening{sums.Ended, sums.Reopened, share(sums.Reopened, sums.Ended)},
		rating{sums.Rated, share(sums.Stars, sums.Rated)},
	}}}}, nil
}

func (s *server) graphUrgent(c *call) (any, error) {
	if err := c.by.Must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, err
	}
	type sla struct {
		Met    int64 `json:"met"`
		Missed int64 `json:"missed"`
	}
	type reopening struct {
		Reopened int64 `json:"reopened"`
	}
	type bucket struct {
		Status    domain.ComplaintStatus `json:"status"`
		Count     int64                  `json:"count"`
		SLA       sla                    `json:"sla"`
		Reopening reopening              `json:"reopening"`
	}
	buckets := []bucket{}
	err := s.Each(c.Context(), s.missed, func(row store.Row) error {
		var b bucket
		err := row.Scan(&b.Status, &b.Count, &b.SLA.Met, &b.SLA.Missed, &b.Reopening.Reopened)
		buckets = append(buckets, b)
		return err
	})
	slices.SortFunc(buckets, func(a, b bucket) int {
		return slices.Index(domain.ComplaintStatuses, a.Status) - slices.Index(domain.ComplaintStatuses, b.Status)
	})
	return data{map[string]any{"complaintStats": map[string]any{"buckets": buckets}}}, err
}

func (s *server) graphZones(c *call) (any, error) {
	if err := c.by.Must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, err
	}
	type duration struct {
		Median *int `json:"median"`
		P90    *int `json:"p90"`
	}
	type bucket struct {
		ID         string   `json:"zoneId"`
		Name       string   `json:"zoneName"`
		Count      int64    `json:"count"`
		Resolution duration `json:"timeToResolution"`

		took domain.Histogram
	}
	buckets := []*bucket{}
	err := s.Each(c.Context(), s.zones, func(row store.Row) error {
		b := &bucket{took: domain.Histogram{}}
		var took int
		var n int64
		err := row.Scan(&b.ID, &b.Name, &took, &n)
		if last := len(buckets) - 1; last >= 0 && buckets[last].ID == b.ID {
			b = buckets[last]
		} else {
			buckets = append(buckets, b)
		}
		b.Count += n
		b.took[took] = n
		return err
	})
	for _, b := range buckets {
		t := timesOf(b.took)
		b.Resolution = duration{t.Median, t.P90}
	}
	slices.SortFunc(buckets, func(a, b *bucket) int { return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID)) })
	return data{map[string]any{"complaintStats": map[string]any{"buckets": buckets}}}, err
}

func (s *server) graphPaid(c *call) (any, error) {
	if err := c.by.Must("ADMIN", "SUPER_ADMIN"); err != nil {
		return nil, err
	}
	type sums struct {
		Currency    string `json:"currency"`
		ID          string `json:"providerId"`
		Name        string `json:"providerName"`
		Settlements int64  `json:"settlements"`
		Reversals   int64  `json:"reversals"`
		Settled     int64  `json:"settled,string"`
		Reversed    int64  `json:"reversed,string"`
		Net         int64  `json:"net,string"`
	}
	out := []sums{}
	err := s.Each(c.Context(), s.paid, func(row store.Row) error {
		var r sums
		err := row.Scan(&r.Currency, &r.ID, &r.Name, &r.Settlements, &r.Reversals, &r.Settled, &r.Reversed)
		r.Net = r.Settled - r.Reversed
		out = append(out, r)
		return err
	})
	slices.SortFunc(out, func(a, b sums) int {
		return strings.Compare(a.Currency+"\x00"+a.Name+"\x00"+a.ID, b.Currency+"\x00"+b.Name+"\x00"+b.ID)
	})
	return data{map[string]any{"paymentStats": out}}, err
}
