package graph

import (
	"context"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats"
)

// guestForm returns what people need who report a complaint without an account, nil where the service takes no such reports.
func (r *Resolver) guestForm(ctx context.Context) (*model.GuestForm, error) {
	if !r.settings.TakesGuestReports() {
		return nil, nil
	}
	c, err := r.desk.GuestChallenge()
	if err != nil {
		return nil, err
	}
	choices, err := r.catalog.GuestChoices(ctx)
	if err != nil {
		return nil, err
	}
	return &model.GuestForm{
		Categories: toGuestChoices(choices.Categories), Zones: toGuestChoices(choices.Zones), Area: (*stats.MapBounds)(choices.Area),
		Challenge: &model.ProofOfWorkChallenge{
			Algorithm: c.Algorithm, Challenge: c.Challenge, MaxNumber: int(c.MaxNumber), Salt: c.Salt, Signature: c.Signature,
		},
	}, nil
}

func toGuestChoices(in []catalog.Choice) []*model.GuestChoice {
	out := make([]*model.GuestChoice, len(in))
	for i, c := range in {
		out[i] = &model.GuestChoice{ID: c.ID, Name: c.Name, Depth: c.Depth}
	}
	return out
}

// toGuestReport converts the input of submitGuestReport.
func toGuestReport(in model.SubmitGuestReportInput) desk.Submission {
	return desk.Submission{
		Title: in.Title, Description: in.Description, Category: in.CategoryID, Zone: in.ZoneID,
		Address: in.Address, Latitude: in.Latitude, Longitude: in.Longitude, Source: domain.SourceWeb, Contact: toCaller(in.Contact),
	}
}
