package mediastore

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// counterName names the database's half of the identity.
const counterName = "media-store"

// MismatchError is returned when the media folder and the database don't belong together.
type MismatchError struct {
	Reason   string // a sentence without a full stop
	Folder   uuid.UUID
	Database uuid.UUID // uuid.Nil when there is no id
}

// Error implements error.
func (e *MismatchError) Error() string { return e.Reason }

// Bind checks that the folder and the database belong together, and returns a MismatchError when
// they don't. Where one of them has no id yet, it gets the other's, or both get a new one, provided
// that both are empty or the files match the rows. A database or folder that was restored from a
// backup begins a new epoch. Any number of instances may call it at once.
func (s *Store) Bind(ctx context.Context) error {
	ctx = auth.System(ctx, "compare the media folder with the database")
	folder, row, err := s.identities(ctx)
	if err != nil {
		return err
	}
	if folder == nil || row == nil {
		if err := s.checkMatch(ctx, folder, row); err != nil {
			return err
		}
	}
	return s.join(ctx, bind)
}

// Adopt makes the folder and the database belong together whatever they are, and begins a new
// epoch, as after a restore.
func (s *Store) Adopt(ctx context.Context) error {
	return s.join(auth.System(ctx, "join a media folder and a database"), adopt)
}

// Check is Bind for a command that changes nothing: it returns the MismatchError of two different
// ids alone.
func (s *Store) Check(ctx context.Context) error {
	folder, row, err := s.identities(auth.System(ctx, "compare the media folder with the database"))
	if err != nil || folder == nil || row == nil {
		return err
	}
	return compare(folder, row)
}

// IDs returns the ids of the folder and the database; uuid.Nil where there is none.
func (s *Store) IDs(ctx context.Context) (folder, database uuid.UUID, err error) {
	of, row, err := s.identities(auth.System(ctx, "compare the media folder with the database"))
	if of != nil {
		folder = of.ID
	}
	if row != nil {
		database = row.ID
	}
	return folder, database, err
}

// identities returns both halves; nil where there is none.
func (s *Store) identities(ctx context.Context) (*blob.Identity, *ent.Counter, error) {
	folder, err := s.files.Identity(ctx)
	if err != nil {
		return nil, nil, err
	}
	row, err := s.client.Counter.Query().Where(counter.Name(counterName)).Only(ctx)
	if ent.IsNotFound(err) {
		return folder, nil, nil
	}
	return folder, row, err
}

// compare returns a MismatchError unless the two ids are the same.
func compare(folder *blob.Identity, row *ent.Counter) error {
	if folder.ID == row.ID {
		return nil
	}
	return &MismatchError{"The media folder belongs to another database", folder.ID, row.ID}
}

// checkMatch returns a MismatchError unless folder and database look as if they belonged together,
// though at least one has no id: both are empty, or there are files with a row, and no more without
// one than crashes leave.
func (s *Store) checkMatch(ctx context.Context, folder *blob.Identity, row *ent.Counter) error {
	rows, err := s.client.Media.Query().Count(ctx)
	if err != nil {
		return err
	}
	found, err := s.scan(ctx)
	if err != nil {
		return err
	}
	e := &MismatchError{}
	if folder != nil {
		e.Folder = folder.ID
	}
	if row != nil {
		e.Database = row.ID
	}
	known := found.Total - found.unreferenced
	switch {
	case found.Total == 0 && rows == 0:
		return nil
	case found.Total == 0:
		e.Reason = fmt.Sprintf("The media folder is empty, and the database has files: %d", rows)
	case rows == 0:
		e.Reason = fmt.Sprintf("The media folder holds files, %d of them, and the database knows of none", found.Total)
	case known == 0 || tooMany(found.unreferenced, found.Total):
		e.Reason = fmt.Sprintf("The media folder holds %d files, and the database does not know %d of them", found.Total, found.unreferenced)
	default:
		return nil
	}
	return e
}

// joining is why folder and database are joined.
type joining int

const (
	bind    joining = iota // to use both
	adopt                  // whatever they are
	putBack                // to put files back from the trash into what has been bound
)

// join checks that both halves have one id, writes what is missing, and begins a new epoch where it
// must. It holds the database's row meanwhile. The folder is written first: when a crash comes
// between the two, their epochs differ, or one has no id, and the next call begins anew.
func (s *Store) join(ctx context.Context, how joining) error {
	err := dbtx.InTx(ctx, s.client, nil, func(tx *ent.Client) error {
		folder, err := s.files.Identity(ctx)
		if err != nil {
			return err
		}
		fresh := domain.NewID(domain.KindCounter)
		if folder != nil {
			fresh = folder.ID
		}
		row, err := lockRow(ctx, tx, fresh)
		if err != nil {
			return err
		}
		if folder, err = s.files.Identity(ctx); err != nil { // again: another instance may have been at work
			return err
		}
		if folder != nil && how == bind {
			if err := compare(folder, row); err != nil {
				return err
			}
		}
		history, err := historyOf(ctx, tx)
		if err != nil {
			return err
		}
		next, why := s.next(folder, row, history, how)
		if folder != nil && next == *folder {
			return nil
		}
		if why != "" {
			slog.WarnContext(ctx, why+": files without a row that are there now are left to you; see redress verify-media", "epoch", next.Epoch)
		}
		if err := s.files.SetIdentity(ctx, next); err != nil || next.Epoch == row.Value {
			return err
		}
		if history > 0 && how != putBack && (folder != nil || row.Value > 0) {
			if err := s.restored(ctx, tx, next.Began); err != nil {
				return err
			}
		}
		return tx.Counter.UpdateOne(row).SetValue(next.Epoch).Exec(ctx)
	})
	if err != nil {
		return err
	}
	if how != bind {
		return nil // a restore goes on to verify, and goes on with that when it is killed
	}
	name, err := s.files.Restoring(ctx)
	if err != nil || name == "" || strings.HasPrefix(name, servedUnverified) {
		return err
	}
	return s.files.SetRestoring(ctx, servedUnverified+name) // what was restored is in use now, and no restore goes on with it
}

// next returns what the folder's half of the identity becomes, and what is to be said about it; "" for nothing.
func (s *Store) next(folder *blob.Identity, row *ent.Counter, history int64, how joining) (next blob.Identity, why string) {
	next = blob.Identity{ID: row.ID, Epoch: row.Value, Began: s.now(), History: history}
	switch {
	case folder == nil:
		next.Epoch++
	case how != bind:
		next.Epoch = max(row.Value, folder.Epoch) + 1
	case row.Value == 0:
		next.Epoch = folder.Epoch + 1
	case folder.Epoch != row.Value:
		next.Epoch, why = max(row.Value, folder.Epoch)+1, "the media folder or the database was restored from a backup, or two databases use the folder"
	case history < folder.History:
		next.Epoch, why = row.Value+1, "the database was restored from a backup"
	default:
		next.Epoch, next.Began = folder.Epoch, folder.Began
	}
	return next, why
}

// servedUnverified is before the name of the backup in the mark of a restore that was interrupted, once its data were served.
const servedUnverified = "served unverified "

// Unverified returns the name of the backup that is served though its restore was interrupted; "" for none.
func (s *Store) Unverified(ctx context.Context) (string, error) {
	name, err := s.files.Restoring(ctx)
	if name, served := strings.CutPrefix(name, servedUnverified); served {
		return name, err
	}
	return "", err
}

// EndUnverified notes that what Unverified names was verified.
func (s *Store) EndUnverified(ctx context.Context) error {
	name, err := s.Unverified(ctx)
	if err != nil || name == "" {
		return err
	}
	return s.files.SetRestoring(ctx, "")
}

// lockRow locks the database's half of the identity. When there is none it becomes one with an id
// and epoch 0.
func lockRow(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.Counter, error) {
	there := tx.Counter.Query().Where(counter.Name(counterName), dbtx.ForUpdate)
	row, err := there.Clone().Only(ctx)
	if !ent.IsNotFound(err) {
		return row, err
	}
	err = tx.Counter.Create().SetID(id).SetName(counterName).SetValue(0).
		OnConflict(
			sql.ConflictColumns(counter.FieldName),
			sql.ResolveWith(func(u *sql.UpdateSet) { u.Add(counter.FieldValue, 0) }),
		).
		Exec(ctx)
	if err != nil {
		return nil, err
	}
	return there.Only(ctx)
}

// historyOf returns the number of payments and audit entries that were ever written.
func historyOf(ctx context.Context, client *ent.Client) (int64, error) {
	heads, err := client.ChainHead.Query().All(ctx)
	if err != nil {
		return 0, err
	}
	var n int64
	for _, h := range heads {
		n += h.Seq
	}
	return n, nil
}
