package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/redress/redress/internal/blob"
)

// restoreLock keeps other restores from a media folder, and so from its database, until release or the end of the process: two at
// once would take each other's half-made files for damaged ones.
type restoreLock struct {
	url  string
	free func() error // nil until it is taken
}

// take takes the lock if the folder exists: a restore makes none before it has checked where it goes.
func (l *restoreLock) take(ctx context.Context) (err error) {
	if l.free != nil {
		return nil
	}
	l.free, err = blob.LockRestore(ctx, l.url)
	if errors.Is(err, blob.ErrRestoring) {
		return fmt.Errorf("REDRESS_MEDIA_URL: %w. Wait until it has ended", err)
	}
	if err != nil {
		return fmt.Errorf("REDRESS_MEDIA_URL: %w", err)
	}
	return nil
}

func (l *restoreLock) release() {
	if l.free != nil {
		_ = l.free() // the end of the process does it too
	}
}
