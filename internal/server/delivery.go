package server

import (
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/jobs"
)

// newDispatcher returns what sends notifications, in the words and by the settings of the rooms.
func newDispatcher(o Options, rooms graph.Rooms, onEvents func(), metrics *metrics, log *jobs.Log, traces traces) *delivery.Dispatcher {
	cfg := delivery.Config{
		Client: o.Store.Client(), Now: o.Now, Settings: o.Delivery, Mail: o.Mail, Retries: o.Retries, OnEvents: onEvents,
		Words: func(kind string, in i18n.Language) (text.Words, bool) {
			return notifications.Words(notifications.Kind(kind), in, rooms.Settings.MailTexts())
		},
		Organization: rooms.Settings.Organization, Language: rooms.Settings.Language, TimeZone: rooms.Settings.TimeZone,
		ReopenUntil: func(c *ent.Complaint) time.Time { return desk.ReopenUntil(c, rooms.Settings.Rules()) },
		OnRefused:   rooms.Notifications.NoteRefused, OnTaken: rooms.Notifications.NoteTaken,
		OnSent: metrics.sent, Jobs: log, Trace: traces.message,
	}
	if o.PublicURL != "" { // without it there is no page that a link could lead to
		cfg.DrawLink = rooms.Identity.DrawLink
	}
	return delivery.New(cfg)
}
