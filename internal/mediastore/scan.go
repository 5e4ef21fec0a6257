package mediastore

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/blob"
)

const (
	// strayAfter is the age from which a file without a row was left by a crash: no request lasts so
	// long.
	strayAfter = 24 * time.Hour
	// scanBatch is how many files are looked up in the database at once.
	scanBatch = 500
)

// Crashes leave few files: with more than this number, and more than this part of all, something else
// is wrong.
const (
	maxStrays    = 100
	maxStrayPart = 100 // one in a hundred
)

func tooMany(strays, total int) bool {
	return strays > maxStrays && strays*maxStrayPart > total
}

// scan is what was found in the folder.
type scan struct {
	Total        int // files
	unreferenced int // files without a row

	Strays  []string    // left by crashes of this epoch
	Earlier []string    // without a row, from before this epoch began
	Newer   []string    // without a row, newer than the newest row: perhaps newer than the backup that was restored
	Deleted []uuid.UUID // ids of files whose row was deleted on purpose
}

// scan compares all files with the rows.
func (s *Store) scan(ctx context.Context) (*scan, error) {
	began := time.Time{}
	if is, err := s.files.Identity(ctx); err != nil {
		return nil, err
	} else if is != nil {
		began = is.Began
	}
	newest, err := s.newestRow(ctx)
	if err != nil {
		return nil, err
	}
	found, young := &scan{}, s.now().Add(-strayAfter)
	sort := func(batch []blob.Info) error {
		without, deleted, err := s.unreferenced(ctx, batch)
		if err != nil {
			return err
		}
		found.unreferenced += len(without)
		for _, f := range without {
			id, _, _ := blob.ParseKey(f.Key)
			at := writtenAt(f, id)
			switch {
			case deleted[id]:
				found.Deleted = append(found.Deleted, id)
			case !at.Before(young):
			case at.After(newest):
				found.Newer = append(found.Newer, f.Key)
			case at.Before(began):
				found.Earlier = append(found.Earlier, f.Key)
			default:
				found.Strays = append(found.Strays, f.Key)
			}
		}
		return nil
	}
	var batch []blob.Info
	err = s.files.Objects(ctx, func(f blob.Info) error {
		found.Total++
		if batch = append(batch, f); len(batch) < scanBatch {
			return nil
		}
		err := sort(batch)
		batch = batch[:0]
		return err
	})
	if err == nil {
		err = sort(batch)
	}
	return found, err
}

// writtenAt returns when a file was written: copying changes the time of a file, a clock that was
// wrong the time in its id, so the later one counts.
func writtenAt(f blob.Info, id uuid.UUID) time.Time {
	if id.Version() != 7 {
		return f.Modified
	}
	if named := time.Unix(id.Time().UnixTime()); named.After(f.Modified) {
		return named
	}
	return f.Modified
}

// newestRow returns the time of the newest media row; the zero time when there is none.
func (s *Store) newestRow(ctx context.Context) (time.Time, error) {
	row, err := s.client.Media.Query().Order(ent.Desc(media.FieldID)).Select(media.FieldCreatedAt).First(ctx)
	if ent.IsNotFound(err) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return row.CreatedAt, nil
}

// unreferenced returns those of the files that no row refers to, and the ids of those whose row was
// deleted on purpose.
func (s *Store) unreferenced(ctx context.Context, files []blob.Info) (without []blob.Info, deleted map[uuid.UUID]bool, err error) {
	if len(files) == 0 {
		return nil, nil, nil
	}
	keys := make([]string, len(files))
	for i, f := range files {
		keys[i] = f.Key
	}
	kept, err := s.referenced(ctx, keys)
	if err != nil {
		return nil, nil, err
	}
	var ids []uuid.UUID
	for _, f := range files {
		if !kept[f.Key] {
			id, _, _ := blob.ParseKey(f.Key)
			without, ids = append(without, f), append(ids, id)
		}
	}
	if len(without) == 0 {
		return nil, nil, nil
	}
	entries, err := s.client.AuditEntry.Query().
		Where(auditentry.SubjectIDIn(ids...), auditentry.ActionIn(ActionDelete, ActionRemove)).
		Select(auditentry.FieldSubjectID).All(ctx)
	if err != nil {
		return nil, nil, err
	}
	deleted = make(map[uuid.UUID]bool, len(entries))
	for _, e := range entries {
		deleted[*e.SubjectID] = true
	}
	return without, deleted, nil
}

// referenced returns true for those of the keys that a row refers to. Thumbnails that are made on demand have
// no column: they belong to the row of their original.
func (s *Store) referenced(ctx context.Context, keys []string) (map[string]bool, error) {
	named, remade := make([]string, len(keys)), map[string]string{} // keys by those of their originals
	for i, key := range keys {
		named[i] = key
		if id, v, err := blob.ParseKey(key); err == nil && v.Remade() {
			named[i] = blob.Key(id, blob.Original)
			remade[key] = named[i]
		}
	}
	rows, err := s.client.Media.Query().
		Where(media.Or(media.BlobKeyIn(named...), media.ThumbnailKeyIn(named...))).
		Select(media.FieldBlobKey, media.FieldThumbnailKey).
		All(ctx)
	if err != nil {
		return nil, err
	}
	kept := make(map[string]bool, 2*len(rows))
	for _, row := range rows {
		kept[row.BlobKey] = true
		if row.ThumbnailKey != nil {
			kept[*row.ThumbnailKey] = true
		}
	}
	for key, original := range remade {
		kept[key] = kept[original]
	}
	return kept, nil
}
