package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// People who come to work at the same time open a dashboard each: eight statistics and the counts, as many at once as a browser has
// connections.
const (
	people            = 4
	browserConnection = 6
)

// tiles are the statistics of a dashboard. What begins each of their periods is a day that no other one has, or equal ones would be
// read once for all.
var tiles = []string{
	`complaintStats(from: $from, bucket: MONTH, groupBy: [STATUS]) { buckets { from status count } }`,
	`complaintStats(from: $from, groupBy: [CATEGORY]) { buckets { categoryName count timeToResolution { median p90 } } }`,
	`complaintStats(from: $from, groupBy: [ZONE, CATEGORY], top: 20, sortBy: SHARE_OVERDUE) { buckets { rest zoneName categoryName count overdueShare } }`,
	`complaintStats(on: RESOLVED, from: $from, bucket: MONTH, groupBy: [ZONE], top: 10) { buckets { from rest zoneName count sla { met missed share } } }`,
	`complaintStats(from: $from, groupBy: [WEEKDAY, HOUR_OF_DAY], timezone: "Europe/Lisbon") { buckets { weekday hourOfDay count } }`,
	`complaintBacklog(from: $from, bucket: WEEK, timezone: "Europe/Lisbon") { to open submitted ended }`,
	`taskStats(from: $from, groupBy: [SOLVER], top: 20, sortBy: COMPLETED) { solverName count completed completionRate timeToCompletion { median } }`,
	`paymentStats(fromDate: $day, bucket: MONTH, groupBy: [METHOD]) { currency from method settled net }`,
}

// atOnce runs Redress on a seeded database while people open their dashboards, and reports how long they wait. None may be refused.
func atOnce(ctx context.Context, o options, database string, complaints int) (err error) {
	w, err := prepare(ctx, o, database, complaints, fmt.Sprintf(": %d people open a dashboard of %d tiles at once", people, len(tiles)))
	if err != nil {
		return err
	}
	defer func() { _ = w.db.Close() }()
	p, err := start(ctx, o.redress, w.serve()...)
	if err != nil {
		return err
	}
	defer p.stop()
	if err := p.ready(); err != nil {
		return err
	}
	var tokens []string
	for n := range people {
		token, err := w.administrator(ctx, fmt.Sprintf("admin%d@seed.example", n+1))
		if err != nil {
			return err
		}
		tokens = append(tokens, token)
	}
	var waited []time.Duration
	wrong := map[int]int{}
	day := time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)
	for range o.tiles {
		var all []message
		for _, token := range tokens {
			for _, tile := range tiles {
				day = day.AddDate(0, 0, 1)
				declared, variables := "$from: Time", map[string]any{"from": day.Format(time.RFC3339)}
				if strings.Contains(tile, "$day") {
					declared, variables = "$day: Date", map[string]any{"day": day.Format(time.DateOnly)}
				}
				all = append(all, post("/graphql", token, jsonType, document("query("+declared+") { "+tile+" }", variables)))
			}
			all = append(all, post("/graphql", token, jsonType, document(queryCounts, map[string]any{})))
		}
		if err := opened(p, all, &waited, wrong); err != nil {
			return err
		}
	}
	slices.Sort(waited)
	fmt.Printf("%d requests, median %s ms, 95th percentile %s ms, longest %s ms; refused: %v\n",
		len(waited), millis(quantile(waited, 0.5)), millis(quantile(waited, 0.95)), millis(quantile(waited, 1)), wrong)
	if len(wrong) > 0 {
		return fmt.Errorf("not all were answered: %v", wrong)
	}
	return nil
}

// opened sends everybody's requests at once, over as many connections as their browsers have, and adds how long each took, from the
// beginning on, and the statuses that are not 200.
func opened(p *process, all []message, waited *[]time.Duration, wrong map[int]int) error {
	var wires []*wire
	for range people * browserConnection {
		w, err := dial(p.address)
		if err != nil {
			return err
		}
		defer func() { _ = w.conn.Close() }()
		wires = append(wires, w)
	}
	next := make(chan message, len(all))
	for _, m := range all {
		next <- m
	}
	close(next)
	var (
		mu     sync.Mutex
		failed error
		busy   sync.WaitGroup
		begin  = time.Now()
	)
	for _, w := range wires {
		busy.Go(func() {
			for m := range next {
				var body bytes.Buffer
				status, err := w.do(m, &body)
				if err == nil && status == 200 && bytes.Contains(body.Bytes(), []byte(`"errors":`)) {
					err = fmt.Errorf("%.500s", body.Bytes())
				}
				mu.Lock()
				*waited = append(*waited, time.Since(begin))
				if err != nil {
					failed = err
				} else if status != 200 {
					wrong[status]++
				}
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	busy.Wait()
	return failed
}
