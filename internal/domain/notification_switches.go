package domain

import (
	"cmp"
	"slices"
)

// MaxNotificationEvents is how many events those with a role may be told of, at most.
const MaxNotificationEvents = 50

// NotificationSwitch says whether an event is told over a channel.
type NotificationSwitch struct {
	Event   string  `json:"event"`
	Channel Channel `json:"channel"`
	On      bool    `json:"on"`
}

// NotificationSwitches are those that an account has set, or the organization for those with a role: at most one for an event and a channel.
type NotificationSwitches []NotificationSwitch

// NotificationChoice sets a switch; On is nil to unset it.
type NotificationChoice struct {
	Event   string
	Channel Channel
	On      *bool
}

// Get returns what an event's switch for a channel says, and whether it is set.
func (s NotificationSwitches) Get(event string, channel Channel) (on, set bool) {
	for _, w := range s {
		if w.Event == event && w.Channel == channel {
			return w.On, true
		}
	}
	return false, false
}

// Without returns the switches that are not the same among others.
func (s NotificationSwitches) Without(others NotificationSwitches) NotificationSwitches {
	return slices.DeleteFunc(slices.Clone(s), func(w NotificationSwitch) bool { return slices.Contains(others, w) })
}

// With returns the switches after choices, in an order that depends on nothing but them.
func (s NotificationSwitches) With(choices []NotificationChoice) NotificationSwitches {
	after := slices.Clone(s)
	for _, c := range choices {
		after = slices.DeleteFunc(after, func(w NotificationSwitch) bool { return w.Event == c.Event && w.Channel == c.Channel })
		if c.On != nil {
			after = append(after, NotificationSwitch{c.Event, c.Channel, *c.On})
		}
	}
	slices.SortFunc(after, func(a, b NotificationSwitch) int {
		return cmp.Or(cmp.Compare(a.Event, b.Event), cmp.Compare(a.Channel, b.Channel))
	})
	return after
}
