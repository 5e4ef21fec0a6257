package settings

import (
	"context"
	"maps"
	"slices"

	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
)

// NotificationDefaults returns the switches of those with a role who have not set their own: those that are off. What is not among them is
// told.
func (r *Room) NotificationDefaults(role domain.Role) domain.NotificationSwitches {
	return r.cache.load().NotificationDefaults[role]
}

// NotificationSettings returns how events are told to those with a role who have chosen nothing themselves. Super administrators.
func (r *Room) NotificationSettings(ctx context.Context, role domain.Role) ([]notifications.Setting, error) {
	if err := tx.RequireSuperAdmin(ctx); err != nil {
		return nil, err
	}
	return notifications.SettingsOf(role, r.NotificationDefaults(role), nil), nil
}

// SetNotificationDefaults changes how events are told to those with a role who have chosen nothing themselves, for other instances with
// their next look. Super administrators.
func (r *Room) SetNotificationDefaults(
	ctx context.Context, expected *int, role domain.Role, choices []domain.NotificationChoice,
) (domain.ServiceSettings, error) {
	if err := tx.RequireSuperAdmin(ctx); err != nil {
		return domain.ServiceSettings{}, err
	}
	if err := notifications.CheckChoices("choices", role, choices); err != nil {
		return domain.ServiceSettings{}, err
	}
	choices = slices.Clone(choices)
	for i := range choices {
		if on := choices[i].On; on != nil && *on {
			choices[i].On = nil
		}
	}
	err := r.changeSettings(ctx, expected, "settings.set_notifications", "Settings", func(s *storedSettings) (before, after tx.Values, err error) {
		was := s.NotificationDefaults[role]
		is := was.With(choices)
		if slices.Equal(was, is) {
			return nil, nil, nil
		}
		s.NotificationDefaults = maps.Clone(s.NotificationDefaults) // which other readers have
		if s.NotificationDefaults == nil {
			s.NotificationDefaults = map[domain.Role]domain.NotificationSwitches{}
		}
		s.NotificationDefaults[role] = is
		name := "notificationDefaults." + string(role)
		return tx.Values{name: was}, tx.Values{name: is}, nil
	})
	if err != nil {
		return domain.ServiceSettings{}, err
	}
	return r.current(), nil
}
