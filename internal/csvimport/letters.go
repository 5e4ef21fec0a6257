package csvimport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/redress/redress/internal/charset"
)

// decideEncoding returns in which character encoding a file is: the one that was asked for, or what its letters say. It reads the
// whole file, and leaves it at its start. Where the letters leave it open, the error is the question to the operator.
func decideEncoding(file io.ReadSeeker, asked string) (charset.Encoding, error) {
	if asked != "" {
		e, err := charset.Named(asked)
		if err != nil {
			err = fmt.Errorf("--encoding: %w", err)
		}
		return e, err
	}
	found, err := charset.Detect(file)
	if unclear, ok := errors.AsType[*charset.UnclearError](err); ok {
		return charset.Encoding{}, whichEncoding(unclear)
	}
	if err != nil {
		return charset.Encoding{}, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return charset.Encoding{}, fmt.Errorf("read the file again: %w", err)
	}
	if found.Name == charset.Western {
		found.Encoding = nil // decode reads it, and keeps lines that are UTF-8
	}
	return found, nil
}

// whichEncoding is the question for the encoding of a file, with what its first texts would be.
func whichEncoding(unclear *charset.UnclearError) error {
	var b strings.Builder
	b.WriteString("in which encoding are the file's letters? They can be read as\n")
	for _, r := range unclear.Readings {
		fmt.Fprintf(&b, "  %s:\n", r.Name)
		for _, text := range r.Texts {
			fmt.Fprintf(&b, "    %s\n", text)
		}
	}
	fmt.Fprintf(&b, "Say it with --encoding, such as --encoding %s, or save the file in UTF-8", unclear.Readings[1].Name)
	return errors.New(b.String())
}

// watched is a file that is read to its end before the first row, with progress, as long as the import may run.
type watched struct {
	io.ReadSeeker
	ctx  context.Context
	tick func()
}

// Read implements io.Reader.
func (w watched) Read(b []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, fmt.Errorf("stopped: %w", w.ctx.Err())
	}
	w.tick()
	return w.ReadSeeker.Read(b)
}

// watch returns a file that tells the progress of an import that has read no row yet.
func (i *Importer) watch(ctx context.Context, file io.ReadSeeker) watched {
	return watched{file, ctx, func() {
		if i.Progress != nil {
			i.Progress(Summary{})
		}
	}}
}
