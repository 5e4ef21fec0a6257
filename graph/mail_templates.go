package graph

import (
	"context"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// toMailTemplates converts the words of e-mails, with those of the organization in place of those of the service.
func toMailTemplates(ctx context.Context, templates []notifications.MailTemplate, own domain.MailTexts) []*model.MailTemplate {
	all := make([]*model.MailTemplate, len(templates))
	for i, t := range templates {
		is := &model.MailTemplate{
			Event: model.NotificationEventType(t.Kind), Area: model.NotificationArea(t.Area), Label: t.Label.In(i18n.From(ctx)),
			Readers: t.Readers(),
		}
		for _, part := range t.Parts() {
			var placeholders []string
			for _, p := range t.Placeholders(part) {
				placeholders = append(placeholders, string(p))
			}
			for _, l := range i18n.Languages() {
				said := &model.MailText{
					Language: string(l), Part: part, Default: t.Text(part).In(l), Placeholders: placeholders, MaxLength: part.MaxLength(),
				}
				if said.Text, said.Changed = own.Of(string(t.Kind), string(l))[part]; !said.Changed {
					said.Text = said.Default
				}
				is.Texts = append(is.Texts, said)
			}
		}
		all[i] = is
	}
	return all
}

// fromMailTexts converts other texts of e-mails.
func fromMailTexts(in []*model.MailTextInput) []domain.MailTextChange {
	all := make([]domain.MailTextChange, len(in))
	for i, c := range in {
		all[i] = domain.MailTextChange(*c)
	}
	return all
}

// toMailPreview converts how an e-mail reads; nil for none.
func toMailPreview(p *desk.MailPreview, err error) (*model.MailPreview, error) {
	if err != nil || p == nil {
		return nil, err
	}
	return &model.MailPreview{Reader: p.Reader, Language: string(p.Language), Subject: p.Subject, Text: p.Text}, nil
}
