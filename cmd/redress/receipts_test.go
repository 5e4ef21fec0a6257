package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/domain"
)

// reportRun submits reports to instances that are killed meanwhile, each until it is acknowledged.
type reportRun struct {
	*broadcastRun
	client    *http.Client
	reporters []uuid.UUID

	mu   sync.Mutex
	urls []string // of the instances
	last int      // report
}

// report submits a report for one of the reporters.
func (r *reportRun) report(t *testing.T, chance *rand.Rand) {
	t.Helper()
	r.mu.Lock()
	r.last++
	n := r.last
	r.mu.Unlock()
	body, err := json.Marshal(map[string]any{
		"query": `mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }`,
		"variables": map[string]any{"input": map[string]any{
			"title": fmt.Sprintf("Reported %d", n), "reporterId": r.reporters[n%len(r.reporters)], "idempotencyKey": fmt.Sprintf("report-%d", n),
		}},
	})
	if err != nil {
		t.Error(err)
	}
	said := ""
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		r.mu.Lock()
		url := r.urls[chance.IntN(len(r.urls))]
		r.mu.Unlock()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/graphql", bytes.NewReader(body))
		if err != nil {
			t.Error(err)
			return
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+r.admin)
		res, err := r.client.Do(req)
		if err != nil {
			continue // it was killed
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if said = string(text); err == nil && strings.Contains(said, `"id"`) {
			return
		}
	}
	t.Errorf("report %d was not acknowledged: %s", n, said)
}

// TestKillWhileTelling checks that, whichever instance is killed with -9, and whenever, whoever reported something gets one receipt of each
// report that was acknowledged, and at most one of them again for each message that was under way.
func TestKillWhileTelling(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT TESTED with -short: receipts under kill -9")
	}
	forEachDatabase(t, func(t *testing.T, h installation) {
		const between, atOnce = 100, 4
		seed, kills := rand.Uint64(), soakCount("REDRESS_SOAK_KILLS", 3)
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 5))
		r := &reportRun{broadcastRun: newBroadcastRun(t, h, h.instances(), 200), client: &http.Client{Timeout: 30 * time.Second}}
		r.admin = strings.TrimSpace(h.mustRun(t, "", "token", "--email", "admin@example.com", "--ttl", "24h"))
		r.reporters = r.db.Client().User.Query().Where(user.Name("One of many")).IDsX(system())
		for _, p := range r.runs {
			r.urls = append(r.urls, p.url)
		}
		for killed := range kills {
			var all sync.WaitGroup
			for range atOnce {
				own := rand.New(rand.NewPCG(chance.Uint64(), 6))
				all.Go(func() {
					for range between / atOnce {
						r.report(t, own)
					}
				})
			}
			time.Sleep(time.Duration(chance.IntN(600)) * time.Millisecond)
			victim := chance.IntN(len(r.runs))
			r.runs[victim].kill()
			for _, line := range r.runs[victim].loggedErrors() {
				t.Errorf("kill %d: %s", killed+1, line)
			}
			p := h.startProcess(t, r.args...)
			r.mu.Lock()
			r.runs[victim], r.urls[victim] = p, p.url
			r.mu.Unlock()
			all.Wait()
			if killed%10 == 9 {
				t.Logf("%d of %d kills, %d reports", killed+1, kills, r.last)
			}
			if t.Failed() {
				t.FailNow()
			}
		}
		repeated := r.checkReceipts(t, kills)
		t.Logf("%d kills, %d reports, %d receipts repeated", kills, r.last, repeated)
		for _, p := range r.runs {
			p.kill()
		}
		_, media := h.open(t)
		checkInvariants(t, h, r.db, media)
	})
}

// checkReceipts fails the test unless each report exists once, and its reporter got its receipt. It returns how many receipts were repeated.
func (r *reportRun) checkReceipts(t *testing.T, kills int) (repeated int) {
	t.Helper()
	mine := complaint.TitleHasPrefix("Reported ")
	receipts := r.db.Client().Notification.Query().Where(notification.TimingEQ(domain.MailAtOnce), notification.HasComplaintWith(mine))
	r.expireLeases(t, r.expiredLeases(t))
	eventually(t, time.Minute, "no receipt waits", func() bool {
		n, err := receipts.Clone().Where(notification.StateEQ(domain.NotificationPending)).Count(system())
		return err == nil && n == 0
	})
	sent := map[string][]string{} // Message-IDs by reference and address
	for _, m := range r.mail.Mail("") {
		if reference, _, ok := strings.Cut(m.Header.Get("Subject"), " "); ok {
			sent[reference+m.To] = append(sent[reference+m.To], m.Header.Get("Message-Id"))
		}
	}
	reports := r.db.Client().Complaint.Query().Where(mine).AllX(system())
	to := map[uuid.UUID]string{}
	for _, p := range r.db.Client().User.Query().Where(user.IDIn(r.reporters...)).WithContact().AllX(system()) {
		to[p.ID] = p.Edges.Contact.Email
	}
	rows := map[uuid.UUID][]*ent.Notification{}
	for _, row := range receipts.AllX(system()) {
		rows[*row.ComplaintID] = append(rows[*row.ComplaintID], row)
	}
	if len(reports) != r.last {
		t.Errorf("%d reports, not %d", len(reports), r.last)
	}
	for _, c := range reports {
		got := sent["["+c.Reference+"]"+to[*c.SubmittedByID]]
		if len(rows[c.ID]) != 1 || rows[c.ID][0].State != domain.NotificationSent || len(got) == 0 || len(slices.Compact(slices.Clone(got))) != 1 {
			t.Errorf("%s %q: %d receipts, messages %v", c.Reference, c.Title, len(rows[c.ID]), got)
		}
		repeated += max(0, len(got)-1)
	}
	if repeated > kills*senders {
		t.Errorf("%d receipts were repeated after %d kills", repeated, kills)
	}
	return repeated
}
