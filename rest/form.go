package rest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"slices"
	"strings"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// maxForm is how many bytes may come before and after the file: part headers and other fields.
const maxForm = 64 << 10

// form reads the multipart body of an upload as it arrives. It implements model.MediaFile.
type form struct {
	body   *limitedBody
	parts  *multipart.Reader
	opened bool // some of the body was read
	work   *admission.Limiter
	slot   *admission.Slot // while the body is not read

	typeGiven   bool // media_type was given
	declared    domain.MediaType
	fieldErrors []fault.Field
}

func newForm(body io.Reader, boundary string) *form {
	// The library reads a few kilobytes at a time, each of which would be a system call.
	// The line end is for clients that omit the last one. What follows it is an error: the library
	// accepts a body that ends within the header of a part as complete.
	body = io.MultiReader(bufio.NewReaderSize(body, 64<<10), strings.NewReader("\r\n"), truncatedEnd{})
	m := &limitedBody{body: body, remaining: maxForm}
	return &form{body: m, parts: multipart.NewReader(m, boundary)}
}

// Open reads up to the file and returns its reader and its name. The request is not at work while its
// body arrives.
func (f *form) Open() (io.Reader, string, error) {
	f.opened = true
	f.slot.Leave()
	part, err := f.nextFile()
	if err != nil {
		return nil, "", err
	}
	if part == nil {
		f.reject("media", "required", "is required")
		return nil, "", fault.Invalid(f.fieldErrors...)
	}
	f.body.remaining = blob.MaxVideo + maxForm // the limit of the file itself is lower, and the reader of the file keeps it
	return part, part.FileName(), nil
}

// DeclaredType reads what follows the file and returns the media_type of the form, or the errors of
// its fields.
func (f *form) DeclaredType() (domain.MediaType, error) {
	f.body.remaining = maxForm
	for {
		part, err := f.nextFile()
		switch {
		case err != nil:
			return "", err
		case part != nil:
			f.reject("media", "repeated", "must be given only once")
		case len(f.fieldErrors) > 0:
			return "", fault.Invalid(f.fieldErrors...)
		default:
			return f.declared, nil
		}
	}
}

// Resume waits until the request may work again. It is not refused: its body is here.
func (f *form) Resume(ctx context.Context) (err error) {
	f.slot, err = f.work.Wait(ctx)
	return err
}

// nextFile reads parts up to the next file and returns it, or nil at the end of the form. Unknown
// parts are skipped, as unknown parameters are.
func (f *form) nextFile() (*multipart.Part, error) {
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
			if err := f.readDeclaredType(part); err != nil {
				return nil, err
			}
		}
	}
}

func (f *form) readDeclaredType(part io.Reader) error {
	const maxLen = 16
	text, err := io.ReadAll(io.LimitReader(part, maxLen))
	if err != nil {
		return formFault(err)
	}
	declared, known := parseEnum[domain.MediaType](string(text))
	switch {
	case f.typeGiven:
		f.reject("media_type", "repeated", "must be given only once")
	case len(text) == 0: // absent
	case !known:
		f.reject("media_type", "invalid", "must be one of %s, not %q", strings.Join(enum[domain.MediaType]("").values(), ", "), model.Shown(string(text)))
	default:
		f.declared = declared
	}
	f.typeGiven = true
	return nil
}

// reject records an error of a field, once.
func (f *form) reject(name, code, format string, args ...any) {
	field := fault.Input(name, code, format, args...)
	same := func(other fault.Field) bool { return other.Field == name && other.Message == field.Message }
	if !slices.ContainsFunc(f.fieldErrors, same) {
		f.fieldErrors = append(f.fieldErrors, field)
	}
}

func formFault(err error) error {
	if _, ok := fault.As(err); ok || errors.Is(err, context.Canceled) {
		return err
	}
	return fault.Wrap(err, fault.Malformed, "The form ended early or is not well-formed.")
}

// truncatedEnd follows the body, and is read only when the closing boundary is missing.
type truncatedEnd struct{}

func (truncatedEnd) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// limitedBody reads a body up to a limit, which is an error to exceed.
type limitedBody struct {
	body      io.Reader
	remaining int64
}

func (m *limitedBody) Read(p []byte) (int, error) {
	if m.remaining <= 0 {
		return 0, fault.New(fault.Malformed, "The form has too much data beside the file.")
	}
	n, err := m.body.Read(p[:min(int64(len(p)), m.remaining)])
	m.remaining -= int64(n)
	return n, err
}
