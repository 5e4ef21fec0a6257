package demo

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// holdsTogether checks what docs/product.md says of rows, on all rows of the demo.
func holdsTogether(t *testing.T, all *bulk.Rows, now time.Time) {
	v := view{Rows: all, now: now, t: t}
	v.index()
	for name, rule := range map[string]func(*testing.T){
		"EveryValueIsThere":            v.everyValue,
		"LogsTellTheStatus":            v.logsTellTheStatus,
		"ReasonsAreGiven":              v.reasonsAreGiven,
		"TasksFitTheirComplaints":      v.tasksFit,
		"UpdatesFitTheirTasks":         v.updatesFit,
		"MediaBelongToOneThing":        v.mediaBelong,
		"LedgersAddUp":                 v.ledgersAddUp,
		"BroadcastsAddUp":              v.broadcastsAddUp,
		"MergedLeadsOn":                v.mergedLeadsOn,
		"FirstOpenTaskIsFree":          v.firstOpenTaskIsFree,
		"NobodyHasMoreThanAHundred":    v.atMostAHundred,
		"EverybodyHasSomethingUnread":  v.somethingUnread,
		"ReportersAreTold":             v.reportersAreTold,
		"TitlesAreInTheReadersWords":   v.titlesAreInTheReadersWords,
		"TimesAreWholeAndPast":         v.timesAreWhole,
		"TextIsText":                   v.textIsText,
		"DeadlinesFollowTheirCategory": v.deadlines,
	} {
		t.Run(name, rule)
	}
}

type view struct {
	*bulk.Rows
	now    time.Time
	t      *testing.T
	users  map[uuid.UUID]*ent.User
	byID   map[uuid.UUID]*ent.Complaint
	byTask map[uuid.UUID]*ent.WorkTask
	logsOf map[uuid.UUID][]*ent.StatusLog
	demo   map[uuid.UUID]string
}

func (v *view) index() {
	v.users, v.byID, v.byTask = map[uuid.UUID]*ent.User{}, map[uuid.UUID]*ent.Complaint{}, map[uuid.UUID]*ent.WorkTask{}
	v.logsOf, v.demo = map[uuid.UUID][]*ent.StatusLog{}, map[uuid.UUID]string{}
	for _, u := range v.Users {
		v.users[u.ID] = u
	}
	for _, c := range v.Complaints {
		v.byID[c.ID] = c
	}
	for _, k := range v.Tasks {
		v.byTask[k.ID] = k
	}
	for _, l := range v.StatusLogs {
		v.logsOf[l.ComplaintID] = append(v.logsOf[l.ComplaintID], l)
	}
	for _, l := range v.logsOf {
		slices.SortFunc(l, func(a, b *ent.StatusLog) int { return a.Seq - b.Seq })
	}
	for _, c := range v.Contacts {
		if c.UserID != nil && slices.ContainsFunc(Accounts(), func(a Account) bool { return a.Email == c.Email }) {
			v.demo[*c.UserID] = c.Email
		}
	}
	if len(v.demo) != 7 {
		v.t.Fatalf("%d demo accounts", len(v.demo))
	}
}

func (v *view) everyValue(t *testing.T) {
	has := map[string]bool{}
	see := func(kind string, value any) {
		has[fmt.Sprint(kind, " ", value)] = true
	}
	for _, c := range v.Complaints {
		see("complaint", c.Status)
		see("priority", c.Priority)
		see("source", c.Source)
		if c.Rating != nil {
			see("rating", strings.Repeat("*", *c.Rating))
		}
	}
	for _, k := range v.Tasks {
		see("task", k.Status)
	}
	for _, u := range v.Updates {
		see("update", u.Type)
		see("review", u.Status)
	}
	for _, c := range v.Comments {
		see("comment", c.Visibility)
	}
	for _, m := range v.Media {
		see("media", m.Visibility)
	}
	for _, l := range v.StatusLogs {
		see("agent", l.Agent)
	}
	for _, p := range v.Payments {
		see("payment", p.Type)
		see("method", p.PaymentMethod)
		see("currency", p.Currency)
	}
	for _, b := range v.Broadcasts {
		see("broadcast", fmt.Sprint(b.Status, " to ", b.TargetType))
		see("delivery", b.DeliveryState)
	}
	for _, n := range v.Notifications {
		see("notification", n.State)
		see("channel", n.Channel)
	}
	for _, u := range v.Users {
		see("role", u.Role)
		see("state", u.State)
	}
	for kind, values := range map[string][]string{
		"complaint": domain.ComplaintSubmitted.Values(), "priority": domain.PriorityLow.Values(),
		"source": domain.SourceApp.Values(), "rating": {"*", "**", "***", "****", "*****"},
		"task": domain.TaskAccepted.Values(), "update": domain.UpdateProgress.Values(),
		"review": domain.ReviewApproved.Values(), "comment": domain.VisibilityPublic.Values(),
		"media": domain.VisibilityPublic.Values(), "agent": domain.AgentSystem.Values(),
		"payment": domain.PaymentReversal.Values(), "method": domain.MethodCard.Values(), "currency": {"EUR", "INR"},
		"delivery": domain.DeliveryHeld.Values(), "notification": domain.NotificationSent.Values(),
		"channel": domain.ChannelEmail.Values(), "role": domain.RoleUser.Values(), "state": domain.AccountActive.Values(),
	} {
		t.Run(kind, func(t *testing.T) {
			for _, value := range values {
				if !has[kind+" "+value] {
					t.Errorf("no %s is %s", kind, value)
				}
			}
		})
	}
	for _, status := range domain.BroadcastSent.Values() {
		for _, target := range domain.TargetAll.Values() {
			if !has["broadcast "+status+" to "+target] {
				t.Errorf("no broadcast is %s to %s", status, target)
			}
		}
	}
}

func (v *view) mediaBelong(t *testing.T) {
	files, kinds := map[uuid.UUID]int{}, map[domain.Kind]int{}
	comments := map[uuid.UUID]domain.Visibility{}
	for _, c := range v.Comments {
		comments[c.ID] = c.Visibility
	}
	for _, m := range v.Media {
		owners := 0
		for _, id := range []*uuid.UUID{m.UpdateID, m.ComplaintID, m.CommentID} {
			if id != nil {
				owners++
				files[*id]++
				kinds[domain.KindOf(*id)]++
			}
		}
		if m.CommentID != nil && m.Visibility != comments[*m.CommentID] {
			t.Errorf("%s is %s on a comment that is not", m.FileName, m.Visibility)
		}
		if owners != 1 {
			t.Errorf("%s belongs to %d things", m.FileName, owners)
		}
	}
	if len(kinds) != 3 {
		t.Errorf("media belong to kinds %v only", kinds)
	}
	for id, n := range files {
		if n > maxFilesOfUpdate {
			t.Errorf("%s has %d files", id, n)
		}
	}
}

func (v *view) mergedLeadsOn(t *testing.T) {
	crossed := false
	for _, c := range v.Complaints {
		if (c.Status == domain.ComplaintMerged) != (c.DuplicateOfID != nil) {
			t.Errorf("%s is %s, duplicate of %v", c.Reference, c.Status, c.DuplicateOfID)
		}
		if c.DuplicateOfID == nil {
			continue
		}
		into := v.byID[*c.DuplicateOfID]
		if into.Status == domain.ComplaintMerged || into.ID == c.ID {
			t.Errorf("%s was merged into %s, %s", c.Reference, into.Reference, into.Status)
		}
		if v.demo[*c.SubmittedByID] == "user2@example.com" && v.demo[*into.SubmittedByID] == "user@example.com" {
			crossed = true
		}
	}
	if !crossed {
		t.Error("no complaint of user2 was merged into one of user")
	}
}

func (v *view) atMostAHundred(t *testing.T) {
	counts := map[string]int{}
	add := func(kind string, id *uuid.UUID) {
		if id != nil && v.demo[*id] != "" {
			counts[v.demo[*id]+" "+kind]++
		}
	}
	for _, c := range v.Complaints {
		add("complaints", c.SubmittedByID)
	}
	for _, l := range v.StatusLogs {
		add("log rows", l.ActorID)
		add("log rows of own complaints", v.byID[l.ComplaintID].SubmittedByID)
	}
	for _, c := range v.Comments {
		add("comments", c.AuthorID)
	}
	for _, k := range v.Tasks {
		add("tasks", &k.SolverID)
		add("assignments", k.AssignedByID)
	}
	for _, u := range v.Updates {
		add("updates", &u.AuthorID)
	}
	for _, m := range v.Media {
		add("media", m.UploadedByID)
	}
	for _, n := range v.Notifications {
		add("notifications", n.RecipientID)
	}
	for _, a := range v.AuditEntries {
		add("audit entries", a.ActorID)
	}
	for _, p := range v.Payments {
		for _, u := range v.Users {
			if u.Role == domain.RoleProvider && *u.ProviderID == p.ProviderID {
				add("payments", &u.ID)
			}
		}
	}
	for what, n := range counts {
		if n > 100 {
			t.Errorf("%s: %d", what, n)
		}
	}
	for name, n := range map[string]int{"complaints": len(v.Complaints), "tasks": len(v.Tasks), "payments": len(v.Payments), "audit": len(v.AuditEntries)} {
		if n > 100 || n < 20 {
			t.Errorf("%d %s in all", n, name)
		}
	}
}

func (v *view) somethingUnread(t *testing.T) {
	unread := map[string]bool{}
	for _, n := range v.Notifications {
		if n.Channel == domain.ChannelInApp && n.State == domain.NotificationSent && n.ReadAt == nil {
			unread[v.demo[*n.RecipientID]] = true
		}
	}
	for _, email := range v.demo {
		if !unread[email] {
			t.Errorf("%s has read everything", email)
		}
	}
}

// A reporter with an account hears of every move but their own.
func (v *view) reportersAreTold(t *testing.T) {
	type news struct {
		complaint, recipient uuid.UUID
		at                   int64
	}
	told := map[news]bool{}
	for _, n := range v.Notifications {
		if n.ComplaintID != nil && n.TaskID == nil {
			told[news{*n.ComplaintID, *n.RecipientID, n.CreatedAt.UnixMilli()}] = true
		}
	}
	for _, l := range v.StatusLogs {
		c := v.byID[l.ComplaintID]
		if c.SubmittedByID == nil {
			continue
		}
		own := l.ActorID != nil && *l.ActorID == *c.SubmittedByID
		if got := told[news{c.ID, *c.SubmittedByID, l.CreatedAt.UnixMilli()}]; got == own {
			t.Errorf("%s, %s: own change %v, notified %v", c.Title, l.Status, own, got)
		}
	}
}

// The title of a notification about a complaint is the service's, so each reader has it in their language.
func (v *view) titlesAreInTheReadersWords(t *testing.T) {
	german := i18n.With(t.Context(), i18n.German)
	for _, n := range v.Notifications {
		if n.ComplaintID != nil && text.TitleFor(german, n.Wording, n.Title) == n.Title {
			t.Errorf("%q is English in German too", n.Title)
		}
	}
}

func (v *view) timesAreWhole(t *testing.T) {
	past := func(what string, at *time.Time) {
		if at != nil && (at.After(v.now) || !at.Equal(at.Truncate(time.Millisecond)) || v.now.Sub(*at) > 64*24*time.Hour) {
			t.Errorf("%s at %v", what, at)
		}
	}
	for _, c := range v.Complaints {
		past(c.Title+" created", &c.CreatedAt)
		past(c.Title+" updated", &c.UpdatedAt)
		past(c.Title+" resolved", c.ResolvedAt)
		past(c.Title+" closed", c.ClosedAt)
		past(c.Title+" held", c.HeldAt)
	}
	for _, l := range v.StatusLogs {
		past("log row", &l.CreatedAt)
	}
	for _, k := range v.Tasks {
		past("task", &k.UpdatedAt)
	}
	for _, u := range v.Updates {
		past("update", &u.CreatedAt)
		past("review", u.ReviewedAt)
	}
	for _, p := range v.Payments {
		past("payment", &p.CreatedAt)
	}
	for _, n := range v.Notifications {
		past("notice "+n.Title, n.SentAt)
		past("notice "+n.Title+" read", n.ReadAt)
	}
	for _, e := range v.BroadcastEvents {
		past("broadcast "+e.Action, &e.CreatedAt)
	}
	for _, a := range v.AuditEntries {
		past(a.Action, &a.CreatedAt)
	}
	for _, u := range v.Users {
		past(u.Name, &u.CreatedAt)
	}
}

func (v *view) textIsText(t *testing.T) {
	for _, sample := range []string{"<script>", "=3", "مياه", "天文台", "🦝"} {
		if !slices.ContainsFunc(v.Complaints, func(c *ent.Complaint) bool { return strings.Contains(c.Title+c.Description, sample) }) {
			t.Errorf("nobody writes %s", sample)
		}
	}
}
