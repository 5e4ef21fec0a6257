package csvimport

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
)

// setRecord sets what only a file of another Redress has.
func (rd *reader) setRecord(d *draft, cells []string) *rejection {
	for _, f := range []struct {
		field Field
		to    **uuid.UUID
		kind  domain.Kind
	}{
		{ID, &d.id, domain.KindComplaint},
		{MergedInto, &d.mergedInto, domain.KindComplaint},
		{CategoryID, &d.categoryID, domain.KindCategory},
		{ZoneID, &d.zoneID, domain.KindZone},
		{ReporterID, &d.reporterID, domain.KindUser},
		{HandlerID, &d.handlerID, domain.KindUser},
	} {
		text := rd.cell(cells, f.field)
		if text == "" {
			continue
		}
		id, err := domain.ParseID(text)
		if err != nil || domain.KindOf(id) != f.kind {
			return &rejection{f.field, fmt.Sprintf("%s is no id of the kind that belongs here", shown(text))}
		}
		*f.to = &id
	}
	if (d.status == domain.ComplaintMerged) != (d.mergedInto != nil) {
		return &rejection{MergedInto, "goes with the status merged: one is given without the other"}
	}
	if name := d.cut(ReporterName, rd.written(cells, ReporterName, tidy), domain.MaxName); name != "" {
		d.internal = append(d.internal, "Reporter: "+name)
	}
	d.handlerName = d.cut(HandlerName, rd.written(cells, HandlerName, tidy), domain.MaxName)
	d.setCounts(rd.cell(cells, Rating), rd.cell(cells, ReopenedCount))
	if d.rating != nil {
		d.ratingComment = d.cut(RatingComment, rd.written(cells, RatingComment, tidyLines), domain.MaxNote)
		d.flagged = *d.rating <= 2 && strings.EqualFold(rd.cell(cells, Flagged), "true")
	}
	return nil
}

// maxReopened bounds the log rows that are made up for a complaint, as its log is bounded.
const maxReopened = 100

func (d *draft) setCounts(rating, reopened string) {
	if n, err := strconv.Atoi(rating); rating != "" && d.done() && err == nil && n >= 1 && n <= 5 {
		d.rating = &n
	} else if rating != "" {
		d.warn(BadValue, Rating, "%s is left out: only resolved and closed complaints have a rating, from 1 to 5", shown(rating))
	}
	if n, err := strconv.Atoi(reopened); reopened != "" && err == nil && n >= 0 && n <= maxReopened {
		d.reopened = n
	} else if reopened != "" {
		d.warn(BadValue, ReopenedCount, "%s is left out: it must be a number up to %d", shown(reopened), maxReopened)
	}
	switch {
	case d.status == domain.ComplaintReopened && d.reopened == 0:
		d.reopened = 1
	case d.status == domain.ComplaintSubmitted && d.reopened > 0:
		d.status = domain.ComplaintReopened // what was assigned after it had been reopened
	}
	if d.moved.IsZero() {
		d.moved = d.opened
	}
}
