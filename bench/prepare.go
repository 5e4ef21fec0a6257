package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/redress/redress/internal/auth"
)

// site is a seeded database with its files, and how the program serves it.
type site struct {
	*world

	folder  string   // of its files
	address string   // of its database
	keyFile string   // of the key that signs tokens
	files   []string // the arguments that name its database, its media and the key of its ledger
}

// prepare creates a site of a size, and prints its heading. The caller closes its database.
func prepare(ctx context.Context, o options, database string, complaints int, heading string) (s *site, err error) {
	folder := filepath.Join(o.folder, fmt.Sprintf("%s-%d", database, complaints))
	media := filepath.Join(folder, "media")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	s = &site{
		world:  &world{postgres: database == "postgres", folders: []string{media}},
		folder: folder, address: "sqlite://" + filepath.Join(folder, "redress.db"), keyFile: filepath.Join(folder, "signing.key"),
	}
	if s.postgres {
		if s.address, err = create(ctx, o.postgres, fmt.Sprintf("redress_bench_%d%s", complaints, o.suffix)); err != nil {
			return nil, err
		}
		s.db, err = sql.Open("postgres", s.address)
	} else {
		s.db, err = sql.Open("sqlite", "file:"+filepath.Join(folder, "redress.db")+sqliteOptions)
	}
	if err != nil {
		return nil, err
	}
	s.files = []string{"--database-url", s.address, "--media-url", "file://" + media, "--ledger-key-file", filepath.Join(folder, "ledger.key")}
	took, err := seeded(ctx, o.redress, complaints, s.files, s.world)
	if err == nil {
		fmt.Printf("\n## %s, %d complaints%s\n\n%s\n", database, complaints, heading, took)
		s.key, err = auth.LoadKey(s.keyFile) // which creates it
	}
	if err == nil {
		err = s.look(ctx)
	}
	if err != nil {
		_ = s.db.Close()
		return nil, err
	}
	return s, nil
}

// serve returns the arguments with which Redress serves the site.
func (s *site) serve() []string {
	return slices.Concat(serveFlags, []string{"--key-file", s.keyFile}, s.files)
}
