package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// chooser chooses how people are told, and reads what they are.
type chooser struct {
	*Server
	mail  *MailServer
	mails map[string]int // read before
}

// newChooser begins with nothing unread for those of whom it expects something.
func newChooser(t *testing.T, s *Server, m *MailServer, people ...string) *chooser {
	t.Helper()
	for _, as := range people {
		s.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
	}
	return &chooser{s, m, map[string]int{}}
}

const choices = "preferences { emailOwn events { event area label channels { channel on default chosen } } }"

// choice is the input of one: on is "on", "off" or "" for none.
func choice(event, channel, on string) map[string]any {
	c := map[string]any{"event": event, "channel": channel}
	if on != "" {
		c["on"] = on == "on"
	}
	return c
}

func (c *chooser) choose(t *testing.T, as string, all ...map[string]any) {
	t.Helper()
	mustMutate(t, c.Server, as, "setNotificationPreferences", choices, map[string]any{"choices": all})
}

func (c *chooser) byDefault(t *testing.T, role string, all ...map[string]any) {
	t.Helper()
	mustMutate(t, c.Server, SuperAdmin, "setNotificationDefaults", "settings { version }", map[string]any{"role": role, "choices": all})
}

// expect compares what somebody has been told since the last step with what they must have been, in the application and by e-mail.
func (c *chooser) expect(t *testing.T, step, as string, app, mails []string) {
	t.Helper()
	sendTogether(t, c.Server)
	var got, subjects []string
	for _, w := range wordsIn(c.MustExecute(t, as, unread, nil)) {
		got = append(got, w.title)
	}
	c.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
	all := c.mail.Mail(as)
	for _, m := range all[c.mails[as]:] {
		subjects = append(subjects, toldIn(t, m)...)
	}
	c.mails[as] = len(all)
	if !sameAnyOrder(got, app) || !sameAnyOrder(subjects, mails) {
		t.Errorf("%s: %s is told %q and by e-mail %q, not %q and %q", step, as, got, subjects, app, mails)
	}
}

// setting returns what the viewer's preferences say of an event and a channel: on, default and chosen.
func (c *chooser) setting(t *testing.T, as, event, channel string) string {
	t.Helper()
	return settingIn(t, c.MustExecute(t, as, "{ notificationPreferences { events { event channels { channel on default chosen } } } }", nil).
		At("notificationPreferences", "events").([]any), event, channel)
}

func settingIn(t *testing.T, events []any, event, channel string) string {
	t.Helper()
	for _, e := range events {
		for _, c := range e.(map[string]any)["channels"].([]any) {
			c := c.(map[string]any)
			if e.(map[string]any)["event"] == event && c["channel"] == channel {
				return fmt.Sprint(c["on"], c["default"], c["chosen"])
			}
		}
	}
	return "none"
}

// TestPeopleChooseHowTheyAreTold goes through the switches of people and the defaults of the organization.
func TestPeopleChooseHowTheyAreTold(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		c := newChooser(t, s, m, User)
		lamp := report(t, s, User, "A lamp is out")
		comment := func() {
			t.Helper()
			mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": lamp.id, "text": "We look"})
		}
		news := []string{"A new comment on " + lamp.reference}
		c.expect(t, "the receipt", User, nil, []string{"We have received " + lamp.reference})
		comment()
		c.expect(t, "nothing is chosen", User, news, news)

		c.choose(t, User, choice("NEW_COMMENT", "EMAIL", "off"))
		comment()
		c.expect(t, "without e-mail", User, news, nil)
		c.choose(t, User, choice("NEW_COMMENT", "IN_APP", "off"))
		comment()
		c.expect(t, "without anything", User, nil, nil)
		lamp.move(t, s, "holdComplaint", "")
		held := []string{lamp.reference + " is now on hold"}
		c.expect(t, "another event", User, held, held)
		c.choose(t, User, choice("NEW_COMMENT", "EMAIL", "on"))
		comment()
		c.expect(t, "by e-mail alone", User, nil, news)
		mustMutate(t, s, User, "setNotificationPreferences", choices, map[string]any{"emailOwn": false})
		comment()
		c.expect(t, "all e-mail is off", User, nil, nil)
		mustMutate(t, s, User, "setNotificationPreferences", choices, map[string]any{"emailOwn": true})

		c.byDefault(t, "USER", choice("NEW_COMMENT", "IN_APP", "off"), choice("NEW_COMMENT", "EMAIL", "off"), choice("COMPLAINT_RESUMED", "IN_APP", "off"))
		if got := c.setting(t, User, "NEW_COMMENT", "EMAIL") + c.setting(t, User, "COMPLAINT_RESUMED", "IN_APP"); got != "true false true"+"false false false" {
			t.Errorf("what the user's preferences say: %s", got)
		}
		comment()
		c.expect(t, "what was chosen goes before the default", User, nil, news)
		lamp.move(t, s, "resumeComplaint", "")
		c.expect(t, "the default is off", User, nil, nil)
		c.choose(t, User, choice("NEW_COMMENT", "EMAIL", ""), choice("NEW_COMMENT", "IN_APP", ""))
		comment()
		c.expect(t, "nothing is chosen any more", User, nil, nil)
		c.byDefault(t, "USER", choice("NEW_COMMENT", "IN_APP", ""), choice("NEW_COMMENT", "EMAIL", "on"))
		comment()
		c.expect(t, "nor is a default", User, news, news)
		c.byDefault(t, "ADMIN", choice("NEW_COMMENT", "IN_APP", "off"))
		comment()
		c.expect(t, "the default of another role", User, news, news)

		comment()
		c.choose(t, User, choice("COMPLAINT_HELD", "EMAIL", "off"))
		lamp.move(t, s, "holdComplaint", "")
		c.choose(t, User, choice("NEW_COMMENT", "EMAIL", "off"))
		c.expect(t, "what waited is switched off", User, append(slices.Clone(news), held...), nil)

		before := s.MustExecute(t, SuperAdmin, `{ settings { version } }`, nil).At("settings", "version")
		c.byDefault(t, "ADMIN", choice("NEW_COMMENT", "IN_APP", "off"))
		if after := s.MustExecute(t, SuperAdmin, `{ settings { version } }`, nil).At("settings", "version"); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("what changes nothing is version %v after %v", after, before)
		}
	})
}

// TestChoicesOfEachRole: who sees which events, who sets defaults, and what is refused.
func TestChoicesOfEachRole(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		all := s.MustExecute(t, User, `{ __type(name: "NotificationEventType") { enumValues { name } } }`, nil).At("__type", "enumValues").([]any)
		seen := map[string]bool{}
		for as, areas := range map[string]string{
			User: "REPORTS", Solver: "REPORTS TASKS", Provider: "PAYMENTS REPORTS", Admin: "BROADCASTS COMPLAINTS REPORTS",
			SuperAdmin: "BROADCASTS COMPLAINTS REPORTS SERVICE",
		} {
			var got []string
			for _, e := range s.MustExecute(t, as, "{ notificationPreferences { events { event area label channels { channel on default chosen } } } }", nil).
				At("notificationPreferences", "events").([]any) {
				e := e.(map[string]any)
				seen[e["event"].(string)] = true
				if !slices.ContainsFunc(all, func(v any) bool { return v.(map[string]any)["name"] == e["event"] }) {
					t.Errorf("the graph does not know %s", e["event"])
				}
				if area := e["area"].(string); !slices.Contains(got, area) {
					got = append(got, area)
				}
				if len(e["channels"].([]any)) == 0 || e["label"] == "" {
					t.Errorf("%s: %v", as, e)
				}
				for _, c := range e["channels"].([]any) {
					if c := c.(map[string]any); fmt.Sprint(c["on"], c["default"], c["chosen"]) != "true true false" {
						t.Errorf("%s: %s %v", as, e["event"], c)
					}
				}
			}
			slices.Sort(got)
			if strings.Join(got, " ") != areas {
				t.Errorf("%s chooses in %q, not %q", as, got, areas)
			}
		}
		for _, v := range all {
			if name := v.(map[string]any)["name"].(string); !seen[name] {
				t.Errorf("nobody can choose %s", name)
			}
		}
		german := askIn(t, s, User, "de", "{ notificationPreferences { events { event label } } }", nil).At("notificationPreferences", "events").([]any)
		if label := german[0].(map[string]any)["label"]; label != "Eingangsbestätigung mit dem Aktenzeichen" {
			t.Errorf("in German: %q", label)
		}

		for _, c := range []struct {
			as, field string
			choices   []map[string]any
		}{
			{User, "choices.0.event", []map[string]any{choice("NEW_TASK", "EMAIL", "off")}},
			{Admin, "choices.0.event", []map[string]any{choice("LEDGER_FAULTY", "EMAIL", "off")}},
			{User, "choices.1.channel", []map[string]any{choice("NEW_COMMENT", "EMAIL", "off"), choice("COMPLAINT_ASSIGNED", "EMAIL", "off")}},
			{User, "choices.1.event", []map[string]any{choice("NEW_COMMENT", "EMAIL", "off"), choice("NEW_COMMENT", "EMAIL", "on")}},
		} {
			a := mutate(t, s, c.as, "setNotificationPreferences", choices, map[string]any{"choices": c.choices})
			if got := invalidFields(a); got != c.field {
				t.Errorf("%s chooses %v: %q is invalid, not %q: %s", c.as, c.choices, got, c.field, a.Raw)
			}
		}
		if got := (&chooser{Server: s}).setting(t, User, "NEW_COMMENT", "EMAIL"); got != "true true false" {
			t.Errorf("after refusals: %s", got)
		}
		if a := mutate(t, s, User, "setNotificationPreferences", choices, map[string]any{"choices": []any{}}); len(a.Errors) == 0 {
			t.Error("nothing to change was taken")
		}
		defaults := map[string]any{"role": "USER", "choices": []any{choice("NEW_COMMENT", "EMAIL", "off")}}
		for _, as := range Everyone {
			a := mutate(t, s, as, "setNotificationDefaults", `settings { notifications(role: USER) { event channels { channel on default chosen } } }`, defaults)
			if allowed := as == SuperAdmin; (len(a.Errors) == 0) != allowed {
				t.Errorf("%q sets defaults: %s", as, a.Raw)
			}
		}
		for _, as := range Everyone {
			a := s.Execute(t, as, `{ settings { notifications(role: USER) { event } } }`, nil)
			if allowed := as == SuperAdmin; (len(a.Errors) == 0) != allowed {
				t.Errorf("%q reads defaults: %s", as, a.Raw)
			}
		}
		a := s.MustExecute(t, SuperAdmin, `{ settings { notifications(role: USER) { event channels { channel on default chosen } } changes { before after } } }`, nil)
		if got := settingIn(t, a.At("settings", "notifications").([]any), "NEW_COMMENT", "EMAIL"); got != "false true true" {
			t.Errorf("the default: %s", got)
		}
		if a := mutate(t, s, SuperAdmin, "setNotificationDefaults", `settings { version }`, map[string]any{
			"role": "SOLVER", "expectedVersion": 0, "choices": []any{choice("NEW_TASK", "EMAIL", "off")},
		}); !strings.Contains(a.Raw, "CONFLICT") {
			t.Errorf("settings that have changed: %s", a.Raw)
		}
	})
}

// TestChoicesAtOnce: of two at the same moment both stand.
func TestChoicesAtOnce(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		c := &chooser{Server: s}
		events := []string{"COMPLAINT_HELD", "COMPLAINT_RESOLVED", "COMPLAINT_REJECTED", "COMPLAINT_REOPENED", "COMPLAINT_MERGED", "NEW_COMMENT"}
		var all sync.WaitGroup
		for _, event := range events {
			for _, way := range []string{string(domain.ChannelInApp), string(domain.ChannelEmail)} {
				all.Go(func() {
					if a := mutate(t, s, User, "setNotificationPreferences", choices, map[string]any{"choices": []any{choice(event, way, "off")}}); len(a.Errors) > 0 {
						t.Errorf("%s %s: %s", event, way, a.Raw)
					}
				})
			}
		}
		all.Wait()
		for _, event := range events {
			for _, way := range []string{string(domain.ChannelInApp), string(domain.ChannelEmail)} {
				if got := c.setting(t, User, event, way); got != "false true true" {
					t.Errorf("%s %s: %s", event, way, got)
				}
			}
		}
	})
}
