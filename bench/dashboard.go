package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// dashboard returns the cells of the documents of a dashboard and of the other reads of bench/reads, which
// the hand-written program does not serve.
func (w *world) dashboard() []*cell {
	var all []*cell
	for _, d := range w.dashboards {
		c := w.graph(d.kind+" "+d.name, "", d.query, w.admins, func(row) any { return d.variables })
		c.random = d.name == "caller-lookup" // which finds the newest
		all = append(all, c)
	}
	return all
}

// dashboardDocument is a document of a dashboard with its variables.
type dashboardDocument struct {
	kind, name, query string
	variables         map[string]any
}

// readDashboards adds the documents of a folder, and puts ids of the seeded database into their variables.
func (w *world) readDashboards(ctx context.Context, kind, folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.graphql"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("there are no documents in %s (%w)", folder, err)
	}
	var words []string
	for name, query := range map[string]string{
		"<complaint>": `SELECT complaint_id FROM tasks GROUP BY complaint_id ORDER BY COUNT(*) DESC, complaint_id LIMIT 1`,
		"<provider>":  `SELECT provider_id FROM payments GROUP BY provider_id ORDER BY COUNT(*) DESC, provider_id LIMIT 1`,
		"<district>":  `SELECT parent_id FROM zones WHERE parent_id IS NOT NULL GROUP BY parent_id ORDER BY COUNT(*) DESC, parent_id LIMIT 1`,
		"<broadcast>": `SELECT id FROM broadcasts WHERE status = 'SENT' ORDER BY recipients DESC, id LIMIT 1`,
	} {
		found, err := w.texts(ctx, query)
		if err != nil || len(found) == 0 {
			return fmt.Errorf("there is no %s: %w", name, err)
		}
		words = append(words, name, found[0])
	}
	for _, file := range files {
		d := dashboardDocument{kind: kind, name: strings.TrimSuffix(filepath.Base(file), ".graphql")}
		query, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		d.query = string(query)
		written, err := os.ReadFile(strings.TrimSuffix(file, ".graphql") + ".json")
		if err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(strings.NewReplacer(words...).Replace(string(written))), &d.variables); err != nil {
			return fmt.Errorf("the variables of %s: %w", file, err)
		}
		w.dashboards = append(w.dashboards, d)
	}
	return nil
}
