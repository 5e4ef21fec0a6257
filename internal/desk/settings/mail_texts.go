package settings

import (
	"context"
	"strings"

	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
)

// MailTexts returns what the organization says in e-mails in place of what the service says.
func (r *Room) MailTexts() domain.MailTexts { return r.cache.load().MailTexts }

// SetMailTexts changes what the organization says in the e-mail of an event in place of what the service says, for other instances with their next
// look. Super administrators.
func (r *Room) SetMailTexts(ctx context.Context, expected *int, event string, texts []domain.MailTextChange) (domain.ServiceSettings, error) {
	if err := tx.RequireSuperAdmin(ctx); err != nil {
		return domain.ServiceSettings{}, err
	}
	if err := notifications.CheckMailTexts(notifications.Kind(event), texts); err != nil {
		return domain.ServiceSettings{}, err
	}
	err := r.changeSettings(ctx, expected, "settings.set_mail_texts", "Settings", func(s *storedSettings) (before, after tx.Values, err error) {
		before, after = tx.Values{}, tx.Values{}
		for _, c := range texts {
			was, had := s.MailTexts.Of(event, c.Language)[c.Part]
			if had == (c.Text != nil) && (!had || was == *c.Text) {
				continue
			}
			name := strings.Join([]string{"mailTexts", event, c.Language, string(c.Part)}, ".")
			before[name], after[name] = nil, nil
			if had {
				before[name] = was
			}
			if c.Text != nil {
				after[name] = *c.Text
			}
		}
		s.MailTexts = s.MailTexts.With(event, texts)
		return before, after, nil
	})
	if err != nil {
		return domain.ServiceSettings{}, err
	}
	return r.current(), nil
}
