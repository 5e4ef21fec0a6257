package notifications

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// Area is what events are about, as those who choose among them see them together.
type Area string

// The areas.
const (
	AreaReports    Area = "REPORTS"
	AreaComplaints Area = "COMPLAINTS"
	AreaTasks      Area = "TASKS"
	AreaPayments   Area = "PAYMENTS"
	AreaBroadcasts Area = "BROADCASTS"
	AreaService    Area = "SERVICE"
)

// Setting is how an event is told to an account.
type Setting struct {
	Kind     Kind
	Area     Area
	Label    i18n.Text
	Channels []ChannelSetting
}

// ChannelSetting is whether an event is told over a channel.
type ChannelSetting struct {
	Channel domain.Channel
	On      bool
	Default bool // what it is without Chosen
	Chosen  bool
}

// switched returns the rules whose events those with a role may be told of and choose how.
func switched(role domain.Role) (rules []rule) {
	for _, r := range table {
		if _, has := labels[r.kind]; has && (r.to[0].roles == nil || slices.Contains(r.to[0].roles, role)) {
			rules = append(rules, r)
		}
	}
	return rules
}

// Settings returns how events are told to an account with a role that has set some switches.
func (r *Room) Settings(role domain.Role, set domain.NotificationSwitches) []Setting {
	return SettingsOf(role, set, r.chosen.NotificationDefaults(role))
}

// SettingsOf returns how events are told to those with a role that have set some switches, and where they have set none by others; without
// those everything is told.
func SettingsOf(role domain.Role, set, defaults domain.NotificationSwitches) []Setting {
	var all []Setting
	for _, rule := range switched(role) {
		s := Setting{Kind: rule.kind, Area: rule.to[0].area, Label: labels[rule.kind]}
		for _, way := range rule.ways {
			s.Channels = append(s.Channels, settingOf(rule.kind, way, set, defaults))
		}
		all = append(all, s)
	}
	return all
}

// settingOf returns whether a kind is told by a way, as switches say, else others, else that it is.
func settingOf(kind Kind, way domain.Channel, set, defaults domain.NotificationSwitches) ChannelSetting {
	on, given := defaults.Get(string(kind), way)
	c := ChannelSetting{Channel: way, Default: on || !given}
	if c.On, c.Chosen = set.Get(string(kind), way); !c.Chosen {
		c.On = c.Default
	}
	return c
}

// CheckChoices returns what is wrong with choices of those with a role, which stand in the field given.
func CheckChoices(field string, role domain.Role, choices []domain.NotificationChoice) error {
	var errs tx.FieldErrors
	rules := switched(role)
	for i, c := range choices {
		at := fmt.Sprintf("%s.%d.", field, i)
		j := slices.IndexFunc(rules, func(r rule) bool { return string(r.kind) == c.Event })
		switch {
		case j < 0:
			errs.Add(at+"event", "invalid", "is nothing of which this role is told and can choose how")
		case !slices.Contains(rules[j].ways, c.Channel):
			errs.Add(at+"channel", "invalid", "is none over which this is told")
		case slices.ContainsFunc(choices[:i], func(o domain.NotificationChoice) bool { return o.Event == c.Event && o.Channel == c.Channel }):
			errs.Add(at+"event", "duplicate", "is given twice")
		}
	}
	return errs.Fault()
}

// wants reports whether an account is told of a kind by a way, as far as it can choose.
func (r *Room) wants(kind Kind, p recipient, way domain.Channel) bool {
	if domain.AlwaysTold(string(kind)) {
		return true
	}
	if way == domain.ChannelEmail && !p.MailOwn {
		return false
	}
	return settingOf(kind, way, p.Switches.NotificationSwitches, r.chosen.NotificationDefaults(p.Role)).On
}

// setSwitches are the switches of an account as a statement reads them.
type setSwitches struct{ domain.NotificationSwitches }

// Scan implements sql.Scanner.
func (s *setSwitches) Scan(from any) error {
	switch from := from.(type) {
	case nil:
		return nil
	case []byte:
		return json.Unmarshal(from, &s.NotificationSwitches)
	case string:
		return json.Unmarshal([]byte(from), &s.NotificationSwitches)
	}
	return fmt.Errorf("switches can't be read from %T", from)
}
