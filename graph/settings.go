package graph

import (
	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/broadcasts"
	"github.com/redress/redress/internal/desk/settings"
	"github.com/redress/redress/internal/domain"
)

// toServiceInfo converts what everybody may know of the service.
func (r *Resolver) toServiceInfo(info settings.Info) *model.ServiceInfo {
	return &model.ServiceInfo{
		Organization: &info.Organization, Languages: info.Languages, TimeZone: info.TimeZone,
		SignIn: []domain.SignInMethod{domain.SignInPassword}, Registration: info.Registration, Mail: info.Mail, MailLinks: info.MailLinks,
		LinkPage: orNil(info.LinkPage), GuestPage: orNil(info.GuestPage), FirstStart: info.FirstStart,
		Limits: r.limits(), MapTiles: orNil(info.MapTiles), Version: info.Version,
	}
}

// limits returns the limits of uploads, texts and pages from where they are kept.
func (r *Resolver) limits() *model.ServiceLimits {
	return &model.ServiceLimits{
		ImageBytes: blob.MaxImage, ImagePixels: blob.MaxPixels, VideoBytes: blob.MaxVideo, Files: domain.MaxFiles,
		UploadsPerHour: r.desk.UploadsPerHour(domain.RoleUser), UploadsPerHourOfStaff: r.desk.UploadsPerHour(domain.RoleSolver),
		Title: domain.MaxTitle, Description: domain.MaxDescription, Address: domain.MaxAddress, Comment: desk.MaxComment, Note: domain.MaxNote,
		ReasonCode: desk.MaxReason, Instructions: desk.MaxInstructions, Remarks: desk.MaxRemarks,
		BroadcastMessageBytes: broadcasts.MaxMessage, Name: domain.MaxName, Phone: domain.MaxPhone, PasswordMinimum: auth.MinPassword,
		Page: model.MaxPageSize, Bulk: desk.MaxBulk,
	}
}

// toSettings converts the settings without their changes, which are read when they are selected.
func toSettings(s domain.ServiceSettings) *model.Settings {
	return &model.Settings{
		Version: s.Version, CloseAfterDays: s.CloseAfterDays, ReopenWithinDays: s.ReopenWithinDays,
		Organization: &s.Organization, Languages: s.Languages, TimeZone: s.TimeZone,
		WorkingDays: s.WorkingDays, MapTiles: orNil(s.MapTiles), NameStaff: s.NameStaff, GuestReports: s.GuestReports,
	}
}

func toSettingsChanges(rows []*ent.SettingsChange) []*model.SettingsChange {
	all := make([]*model.SettingsChange, len(rows))
	for i, row := range rows {
		all[i] = &model.SettingsChange{Version: row.Version, Actor: row.Edges.Actor, Before: row.Before, After: row.After, CreatedAt: row.CreatedAt}
	}
	return all
}

func toScreenPreferences(p domain.ScreenPreferences) *model.Preferences {
	return &model.Preferences{
		Language: orNil(p.Language), Theme: p.Theme, TimeZone: orNil(p.TimeZone), Density: p.Density,
		Columns: p.Columns, StartView: orNil(p.StartView),
	}
}

func fromColumns(in []*model.ListColumnsInput) []domain.ListColumns {
	if in == nil {
		return nil
	}
	all := make([]domain.ListColumns, len(in))
	for i, l := range in {
		all[i] = domain.ListColumns(*l)
	}
	return all
}

func fromLabels(in []*model.ReasonLabelInput) []domain.ReasonLabel {
	all := make([]domain.ReasonLabel, len(in))
	for i, l := range in {
		all[i] = domain.ReasonLabel(*l)
	}
	return all
}
