package rest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"slices"
	"strings"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// maxForm bounds what stands before and behind the file: part headers and other fields.
const maxForm = 64 << 10

// form is the multipart body of an upload, read as it arrives. It is a model.MediaFile.
type form struct {
	body   *meter
	parts  *multipart.Reader
	opened bool // some of the body was read

	named    bool // media_type was given
	declared domain.MediaType
	bad      []fault.Field
}

func newForm(body io.Reader, boundary string) *form {
	// The library reads a few kilobytes at a time, each of which would be a call to the kernel.
	// The line end is for senders that leave the last one out. What comes after it is an error:
	// the library takes a body that ends in a part's header for one that ends as it should.
	body = io.MultiReader(bufio.NewReaderSize(body, 64<<10), strings.NewReader("\r\n"), cutOff{})
	m := &meter{body: body, left: maxForm}
	return &form{body: m, parts: multipart.NewReader(m, boundary)}
}

// Open reads up to the file, whose reader and name it answers.
func (f *form) Open() (io.Reader, string, error) {
	f.opened = true
	part, err := f.next()
	if err != nil {
		return nil, "", err
	}
	if part == nil {
		f.reject("media", "required", "is required")
		return nil, "", fault.Invalid(f.bad...)
	}
	f.body.left = blob.MaxVideo + maxForm // the file's own limit is nearer, and asked by who reads it
	return part, part.FileName(), nil
}

// DeclaredType reads what stands behind the file and answers the form's media_type, or what
// is wrong with the form.
func (f *form) DeclaredType() (domain.MediaType, error) {
	f.body.left = maxForm
	for {
		part, err := f.next()
		switch {
		case err != nil:
			return "", err
		case part != nil:
			f.reject("media", "repeated", "must not be given twice")
		case len(f.bad) > 0:
			return "", fault.Invalid(f.bad...)
		default:
			return f.declared, nil
		}
	}
}

// next reads parts up to the next file, nil at the end. Unknown parts are skipped, as unknown
// parameters are.
func (f *form) next() (*multipart.Part, error) {
	for {
		part, err := f.parts.NextPart()
		if err == io.EOF { // the closing boundary
			return nil, nil
		}
		if err != nil {
			return nil, formFault(err)
		}
		switch part.FormName() {
		case "media":
			return part, nil
		case "media_type":
			if err := f.declare(part); err != nil {
				return nil, err
			}
		}
	}
}

func (f *form) declare(part io.Reader) error {
	const longest = 16
	text, err := io.ReadAll(io.LimitReader(part, longest))
	if err != nil {
		return formFault(err)
	}
	declared, known := valueOf[domain.MediaType](string(text))
	switch {
	case f.named:
		f.reject("media_type", "repeated", "must not be given twice")
	case len(text) == 0: // absent
	case !known:
		f.reject("media_type", "invalid", "must be image or video")
	default:
		f.declared = declared
	}
	f.named = true
	return nil
}

// reject notes what is wrong with a field, once.
func (f *form) reject(name, code, message string) {
	field := fault.Field{Field: name, Code: code, Message: message}
	if !slices.Contains(f.bad, field) {
		f.bad = append(f.bad, field)
	}
}

func formFault(err error) error {
	if _, ok := fault.As(err); ok || errors.Is(err, context.Canceled) {
		return err
	}
	return fault.Wrap(err, fault.Malformed, "The form was cut off or is not well-formed.")
}

// cutOff is where a body ends before its closing boundary.
type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// meter stops a body that goes on for longer than it was allowed to.
type meter struct {
	body io.Reader
	left int64
}

func (m *meter) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, fault.New(fault.Malformed, "The form holds too much beside the file.")
	}
	n, err := m.body.Read(p[:min(int64(len(p)), m.left)])
	m.left -= int64(n)
	return n, err
}
