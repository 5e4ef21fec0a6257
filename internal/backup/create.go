package backup

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/durable"
	"github.com/redress/redress/internal/store"
)

// Source is what is backed up.
type Source struct {
	DB      *store.Store
	Files   blob.Store
	Keys    Keys
	Program string // version of redress
	Now     func() time.Time
}

// Options say how to work.
type Options struct {
	Tools    string                             // folder of PostgreSQL's programs; "" looks for them
	Progress func(stage string, done, of int64) // may be nil; of is 0 where it is not known
}

func (o Options) report(stage string, done, of int64) {
	if o.Progress != nil {
		o.Progress(stage, done, of)
	}
}

func (o Options) copying(stage string) store.Copying {
	return store.Copying{Tools: o.Tools, Progress: func(done, of int64) { o.report(stage, done, of) }}
}

// Stages of the work, for Options.Progress: the first counts bytes, the others files.
const (
	StageDatabase = "Database"
	StageMedia    = "Media"
)

// Create makes a backup while the database and its files are used.
func (f *Folder) Create(ctx context.Context, src Source, o Options) (_ *Backup, err error) {
	before, err := f.Backups()
	if err != nil {
		return nil, err
	}
	m := Manifest{Format: format, Program: src.Program, Began: src.Now().UTC().Truncate(time.Millisecond), Keys: src.Keys}
	at, name := m.Began.Truncate(time.Second), ""
	for { // another one may have been made in the same second
		name = at.Format(nameLayout)
		if _, err := os.Lstat(filepath.Join(f.dir, name)); errors.Is(err, os.ErrNotExist) {
			break
		} else if err != nil {
			return nil, err
		}
		at = at.Add(time.Second)
	}
	dir := filepath.Join(f.dir, unfinished+name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir) // else the next backup does
		}
	}()
	rows := filepath.Join(dir, "rows")
	if m.Database, m.Store, m.Keys.Ledger, err = copyDatabase(ctx, src, o, dir, rows); err != nil {
		return nil, err
	}
	if err := f.claim(m.Store.ID); err != nil {
		return nil, err
	}
	if m.Media, err = f.copyMedia(ctx, src, o, rows, filepath.Join(dir, listFile), Newest(before)); err != nil {
		return nil, err
	}
	if err := os.Remove(rows); err != nil {
		return nil, err
	}
	m.Ended = src.Now().UTC().Truncate(time.Millisecond)
	if err := finish(dir, m); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := os.Rename(dir, filepath.Join(f.dir, name)); err != nil {
		return nil, err
	}
	return f.read(name, at), durable.SyncDir(f.dir)
}

// CopyMedia copies the files that the folder lacks, without a backup of the database: between
// backups, for a restore to a point in time. It returns how many there are and how many were
// copied.
func (f *Folder) CopyMedia(ctx context.Context, src Source, o Options) (_ Media, err error) {
	before, err := f.Backups()
	if err != nil {
		return Media{}, err
	}
	is, err := storeOf(ctx, src.DB.DB())
	if err != nil {
		return Media{}, err
	}
	if err := f.claim(is.ID); err != nil {
		return Media{}, err
	}
	dir := filepath.Join(f.dir, unfinished+"media")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return Media{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	rows := filepath.Join(dir, "rows")
	if err := writeRows(ctx, src.DB.DB(), rows); err != nil {
		return Media{}, err
	}
	return f.copyMedia(ctx, src, o, rows, filepath.Join(dir, listFile), Newest(before))
}

// copyDatabase copies the database, and writes the files that its rows refer to into a file, so that
// the transaction does not last as long as copying them does.
func copyDatabase(ctx context.Context, src Source, o Options, dir, rows string) (d Database, s Store, keyID string, err error) {
	d.Kind, d.File = "sqlite", "database.sqlite"
	if src.DB.Dialect() != "sqlite3" {
		d.Kind, d.File = "postgres", "database.pgdump"
	}
	file := filepath.Join(dir, d.File)
	o.report(StageDatabase, 0, 0)
	made, err := src.DB.Snapshot(ctx, file, o.copying(StageDatabase), func(ctx context.Context, q store.Querier) error {
		has, err := store.ContentsOf(ctx, q, src.DB.Dialect())
		if err != nil {
			return err
		}
		if has.Version == 0 {
			return errors.New("the database holds nothing of redress")
		}
		d.Version, d.Rows = has.Version, has.Rows
		if s, err = storeOf(ctx, q); err != nil {
			return err
		}
		if keyID, err = ledgerKeyOf(ctx, q); err != nil {
			return err
		}
		return writeRows(ctx, q, rows)
	})
	if err != nil {
		return d, s, keyID, err
	}
	d.Server, d.Tool = made.Server, made.Tool
	info, err := os.Stat(file)
	if err == nil {
		d.Bytes = info.Size()
	}
	return d, s, keyID, err
}

// storeOf returns the database's half of the identity, and the length of its history.
func storeOf(ctx context.Context, q store.Querier) (s Store, err error) {
	err = q.QueryRowContext(ctx, "SELECT id, value FROM counters WHERE name = 'media-store'").Scan(&s.ID, &s.Epoch)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return s, err
	}
	return s, q.QueryRowContext(ctx, "SELECT COALESCE(CAST(SUM(seq) AS BIGINT), 0) FROM chain_heads").Scan(&s.History)
}

// StoreOf returns the database's half of the identity that it shares with its media folder.
func StoreOf(ctx context.Context, db *store.Store) (Store, error) { return storeOf(ctx, db.DB()) }

// ledgerKeyOf returns the id of the key that the ledger was begun with, "" before there is one.
func ledgerKeyOf(ctx context.Context, q store.Querier) (id string, err error) {
	err = q.QueryRowContext(ctx, "SELECT key_id FROM chain_heads ORDER BY name LIMIT 1").Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, err
}

// writeRows writes a line for each file that a row refers to, in the order of their ids.
func writeRows(ctx context.Context, q store.Querier, to string) (err error) {
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	if err := eachFile(ctx, q, func(one file) error {
		_, err := fmt.Fprintf(w, "%s\t%s\t%d\n", one.key, one.sum, one.size)
		return err
	}); err != nil {
		return err
	}
	return w.Flush()
}

// eachFile calls visit with each file that a row refers to, an original before its thumbnail. Rows of no bytes have none.
func eachFile(ctx context.Context, q store.Querier, visit func(file) error) (err error) {
	rows, err := q.QueryContext(ctx, "SELECT blob_key, thumbnail_key, size_bytes, sha256 FROM media WHERE size_bytes > 0 ORDER BY id")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var one file
		var thumbnail sql.NullString
		if err := rows.Scan(&one.key, &thumbnail, &one.size, &one.sum); err != nil {
			return err
		}
		if err := visit(one); err != nil {
			return err
		}
		if thumbnail.Valid { // whose size and sum are not recorded
			if err := visit(file{key: thumbnail.String, size: -1}); err != nil {
				return err
			}
		}
	}
	return rows.Err()
}

// readRows calls visit with what writeRows wrote, a batch at a time. of is how many bytes there are.
func readRows(name string, visit func(batch []file, last bool) error) (err error) {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := bufio.NewScanner(f)
	var batch []file
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\t")
		if len(parts) != 3 {
			return fmt.Errorf("%s is damaged", name)
		}
		size, err := strconv.ParseInt(parts[2], 10, 64)
		if err != nil {
			return err
		}
		if batch = append(batch, file{key: parts[0], sum: parts[1], size: size}); len(batch) == batchSize {
			if err := visit(batch, false); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return visit(batch, true)
}

// finish writes the manifest and the sums, and makes the folder durable.
func finish(dir string, m Manifest) error {
	text, err := encode(m)
	if err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, manifestFile), text); err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, name := range []string{manifestFile, m.Database.File, listFile} {
		sum, _, err := sumFile(context.Background(), filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%s  %s\n", sum, name)
	}
	if err := writeFile(filepath.Join(dir, sumsFile), sums.Bytes()); err != nil {
		return err
	}
	return durable.SyncDir(dir)
}

// writeFile writes a new file durably.
func writeFile(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// sumFile returns the sum of a file, and its size.
func sumFile(ctx context.Context, name string) (sum string, size int64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = f.Close() }() // only read
	h := sha256.New()
	size, err = io.Copy(h, blob.Interruptible(ctx, f))
	return hex.EncodeToString(h.Sum(nil)), size, err
}

// idOf returns what files are ordered by: the id of a key and its variant.
func idOf(key string) (uuid.UUID, blob.Variant) {
	id, v, _ := blob.ParseKey(key) // it was one when it was written
	return id, v
}
