package desk

import (
	"context"
	"strconv"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// MailPreview is how an e-mail about a complaint reads, without its links.
type MailPreview struct {
	Reader        domain.MailReader
	Language      i18n.Language
	Subject, Text string
}

// MailSample is what an e-mail is shown with: whom it is for, the complaint, nil for the newest one, and texts that are not stored yet.
type MailSample struct {
	Event     string
	Language  string
	Reader    domain.MailReader
	Complaint *uuid.UUID
	Texts     []domain.MailTextChange
}

// PreviewMail returns how the e-mail of an event reads, as if the complaint had just ended where that matters, and without what somebody writes. Without
// any complaint there is an example. Super administrators.
func (d *Desk) PreviewMail(ctx context.Context, s MailSample) (*MailPreview, error) {
	if err := tx.RequireSuperAdmin(ctx); err != nil {
		return nil, err
	}
	c, err := d.sampleComplaint(ctx, s.Complaint)
	if err != nil {
		return nil, err
	}
	kind, language := notifications.Kind(s.Event), i18n.Language(s.Language)
	if err := notifications.CheckMailSample(kind, language, s.Reader); err != nil {
		return nil, err
	}
	if err := notifications.CheckMailTexts(kind, s.Texts); err != nil {
		return nil, err
	}
	words, _ := notifications.Words(kind, language, d.chosen.MailTexts().With(s.Event, s.Texts))
	return d.preview(words, c, s.Reader, language, ""), nil
}

// sampleComplaint returns a complaint, or the newest one, or an example if there is none.
func (d *Desk) sampleComplaint(ctx context.Context, id *uuid.UUID) (*ent.Complaint, error) {
	if id != nil {
		return d.complaint(ctx, *id)
	}
	c, err := d.Client.Complaint.Query().Order(ent.Desc(complaint.FieldID)).First(ctx)
	if ent.IsNotFound(err) {
		return &ent.Complaint{Reference: "CMP-" + strconv.Itoa(d.Now().Year()) + "-000001", Title: "…"}, nil
	}
	return c, err
}

// PreviewMoveMail returns the e-mail that the reporter of a complaint gets if the viewer gives it another status by an action, with a public note, and
// nothing follows; nil if none goes. Administrators. It is a not_found if they see no such complaint.
func (d *Desk) PreviewMoveMail(ctx context.Context, id uuid.UUID, action domain.Action, note string) (*MailPreview, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	c, err := d.complaint(ctx, id)
	if err != nil {
		return nil, err
	}
	var errs tx.FieldErrors
	if errs.Text("publicNote", &note, domain.MaxNote); len(errs) > 0 {
		return nil, errs.Fault()
	}
	mail, err := d.notifications.MailOfMove(ctx, action, c)
	if err != nil || mail == nil {
		return nil, err
	}
	words, _ := notifications.Words(mail.Kind, mail.Language, d.chosen.MailTexts())
	return d.preview(words, c, mail.Reader, mail.Language, text.Signed(note, mail.Author)), nil
}

// preview returns what an e-mail says about a complaint that ends now.
func (d *Desk) preview(words text.Words, c *ent.Complaint, reader domain.MailReader, l i18n.Language, written string) *MailPreview {
	about := text.About{ID: c.ID, Reference: c.Reference, Title: c.Title}
	if words.Opaque {
		about.Title = ""
	}
	now := d.Now()
	ended := ent.Complaint{Status: domain.ComplaintResolved, MovedAt: &now}
	from := d.chosen.Organization()
	values := text.Values(from, about, ReopenUntil(&ended, d.chosen.Rules()).In(d.chosen.TimeZone()), now)
	mail := text.Mail{
		Title: words.Subject(reader == domain.MailReaderOther, values), About: &about, Text: written,
		After: words.After(reader, values), Organization: from, Language: l,
	}
	return &MailPreview{Reader: reader, Language: l, Subject: mail.Subject(), Text: mail.Plain()}
}
