package domain

import (
	"slices"
	"strings"
)

// Limits of the settings and of what accounts prefer.
const (
	MaxLanguages      = 10
	MaxReasonCodes    = 50  // of an action, retired ones included
	MaxReasonLabel    = 100 // characters
	MaxSettingsShown  = 50  // changes that one answer holds
	MaxPreferredLists = 20  // whose columns an account chooses
	MaxColumns        = 40  // of one of them
	MaxStartView      = 200 // characters
)

// Organization is who runs the service, as clients show it.
type Organization struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	LogoURL string `json:"logoUrl"`
	Color   string `json:"color"`   // as #rrggbb
	Email   string `json:"email"`   // for people who want to reach it
	Phone   string `json:"phone"`   // for the same
	ReplyTo string `json:"replyTo"` // where replies to e-mails go; "" to where these come from
}

// ServiceSettings are the settings that super administrators change while the service runs.
type ServiceSettings struct {
	Version          int // 0 while all are the defaults
	CloseAfterDays   int
	ReopenWithinDays int
	Organization     Organization
	Languages        []string
	TimeZone         string
	WorkingDays      []Weekday // in the order of the week
	MapTiles         string
	NameStaff        bool // whether e-mails to reporters name the administrator who wrote to them
	GuestReports     bool // whether people report complaints without an account
}

// ReasonCode is a reason that may be given for an action.
type ReasonCode struct {
	Action  Action        `json:"action"`
	Code    string        `json:"code"`
	Labels  []ReasonLabel `json:"labels"`
	Retired bool          `json:"retired,omitempty"`
}

// ReasonLabel is what a reason code is called in a language.
type ReasonLabel struct {
	Language string `json:"language"`
	Text     string `json:"text"`
}

// Label returns what the reason is called in a language: in it, else in one with the same primary
// language, else in the first language that has a label, else its code.
func (r ReasonCode) Label(language string) string {
	primary := func(tag string) string {
		first, _, _ := strings.Cut(strings.ToLower(tag), "-")
		return first
	}
	label := r.Code
	if len(r.Labels) > 0 {
		label = r.Labels[0].Text
	}
	for _, l := range slices.Backward(r.Labels) {
		if primary(l.Language) == primary(language) {
			label = l.Text
		}
	}
	for _, l := range r.Labels {
		if strings.EqualFold(l.Language, language) {
			label = l.Text
		}
	}
	return label
}

// ReasonedActions are the actions whose reason codes administrators choose. A task is returned with
// one of a fixed list.
var ReasonedActions = []Action{ActionHold, ActionReject, ActionMerge, ActionUnmerge, ActionReopen, ActionDecline, ActionReassign, ActionCancel}

// ScreenPreferences are how an account wants screens to look.
type ScreenPreferences struct {
	Language  string        `json:"language,omitempty"`
	Theme     Theme         `json:"theme,omitempty"`
	TimeZone  string        `json:"timeZone,omitempty"`
	Density   Density       `json:"density,omitempty"`
	Columns   []ListColumns `json:"columns,omitempty"`
	StartView string        `json:"startView,omitempty"`
}

// ListColumns are the columns that an account chose for a list.
type ListColumns struct {
	List    string   `json:"list"`
	Columns []string `json:"columns"`
}
