package mediastore

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/auth"
)

// missingCheck is how far the check of all rows has come.
type missingCheck struct {
	last  uuid.UUID // uuid.Nil before the first row
	found int       // in this round
}

// CheckPart looks whether the files of the next rows, so many at most, are there and as long as the rows say. It
// begins anew after the last row. It returns the number of faults that it found.
func (s *Store) CheckPart(ctx context.Context, rows int) (faults int, err error) {
	ctx = auth.System(ctx, "look for missing media")
	check := s.check
	found := func(Fault) { faults++ }
	for rows > 0 {
		page, err := s.client.Media.Query().Where(media.IDGT(check.last)).Order(ent.Asc(media.FieldID)).Limit(min(rows, verifyPage)).All(ctx)
		if err != nil {
			return faults, err
		}
		for _, row := range page {
			if err := s.verifyRow(ctx, Verification{SizesOnly: true, Found: found}, row); err != nil {
				return faults, err
			}
			check.last = row.ID
		}
		if len(page) < min(rows, verifyPage) {
			s.check = missingCheck{}
			s.missing.Store(int64(check.found + faults))
			return faults, nil
		}
		rows -= len(page)
	}
	check.found += faults
	s.check = check
	if n := int64(check.found); n > s.missing.Load() { // else the last whole round says more
		s.missing.Store(n)
	}
	return faults, nil
}

// Missing returns how many files CheckPart found missing in its last whole round, or in this one when these are more.
func (s *Store) Missing() int { return int(s.missing.Load()) }
