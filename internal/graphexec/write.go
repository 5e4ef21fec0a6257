package graphexec

import (
	"context"
	"io"
	"math"
	"strconv"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Writer writes the value of a root field as JSON. Generated code tells it what an object's fields are; a
// function of it that returns false has found null, and whoever called it writes that or is null as well.
type Writer struct {
	Buf      []byte
	Executor any // of the generated code

	plans   *Plans
	op      *graphql.OperationContext
	ctx     context.Context // of the root field, which the Writer does not outlive
	objects int
}

// Frame is a field, or an element of a list, while the values below it are written: one after the other, so that
// what resolvers and errors ask of their context is made once for a field and not for each of its objects.
type Frame struct {
	field *Field
	typ   *ast.Type
	ctx   context.Context // in which the field is resolved
	fc    graphql.FieldContext
	index int
	item  *Frame
	scope *Scope
	kinds map[*Type]*Scope
}

// Scope is what is selected of an object while it is written.
type Scope struct {
	sel    *Selection
	ctx    context.Context // of the object
	frames []Frame
}

// Answer is the value of a root field, written. MarshalGQL is called once.
type Answer struct{ w *Writer }

// MarshalGQL implements graphql.Marshaler.
func (a *Answer) MarshalGQL(to io.Writer) {
	_, _ = to.Write(a.w.Buf)
	a.w.release()
	a.w = nil
}

// Count returns how many objects the value of a root field consists of, with all below it, until it is marshaled. Those
// that only stand between a list and its rows are not counted.
func Count(value graphql.Marshaler) int {
	if a, ok := value.(*Answer); ok {
		return a.w.objects
	}
	return 0
}

// maxPooled is the size in bytes of the largest buffer that is used again.
const maxPooled = 1 << 20

var writers = sync.Pool{New: func() any { return new(Writer) }}

func (w *Writer) release() {
	if cap(w.Buf) <= maxPooled {
		*w = Writer{Buf: w.Buf[:0]}
		writers.Put(w)
	}
}

// Object writes an object.
func (w *Writer) Object(at *Frame, typ *Type, obj any, field func(w *Writer, s *Scope, f *Field, obj any) bool) bool {
	s := at.scope
	if s == nil || s.sel.typ != typ {
		s = at.enter(w, typ)
	}
	start, objects, complete := len(w.Buf), w.objects, true
	w.Buf = append(w.Buf, '{')
	for i := range s.sel.fields {
		f := &s.sel.fields[i]
		w.Buf = append(w.Buf, f.key...)
		value := len(w.Buf)
		if f.Ordinal >= 0 && !field(w, s, f, obj) {
			w.Buf = append(w.Buf[:value], "null"...)
			complete = complete && !f.typ.NonNull
		}
	}
	if !complete {
		w.Buf, w.objects = w.Buf[:start], objects
		return false
	}
	w.Buf = append(w.Buf, '}')
	if s.sel.row {
		w.objects++
	}
	return true
}

func (at *Frame) enter(w *Writer, typ *Type) *Scope {
	s := at.kinds[typ]
	if s == nil {
		sel := at.field.of(w, typ)
		s = &Scope{sel: sel, ctx: at.ctx, frames: make([]Frame, sel.frames)}
		if at.field.below == nil {
			if at.kinds == nil {
				at.kinds = map[*Type]*Scope{}
			}
			at.kinds[typ] = s
		}
	}
	at.scope = s
	return s
}

// List writes a list of so many objects.
func (w *Writer) List(at *Frame, length int, put func(at *Frame, i int) bool) bool {
	item := at.item
	if item == nil {
		item = &Frame{field: at.field, typ: at.typ.Elem}
		item.fc.Index = &item.index
		item.ctx = graphql.WithFieldContext(at.ctx, &item.fc)
		at.item = item
	}
	start, objects, complete := len(w.Buf), w.objects, true
	w.Buf = append(w.Buf, '[')
	for i := range length {
		if i > 0 {
			w.Buf = append(w.Buf, ',')
		}
		item.index = i
		value := len(w.Buf)
		if !put(item, i) {
			w.Buf = append(w.Buf[:value], "null"...)
			complete = complete && !item.typ.NonNull
		}
	}
	if !complete {
		w.Buf, w.objects = w.Buf[:start], objects
		return false
	}
	w.Buf = append(w.Buf, ']')
	return true
}

// Leaves writes a list of so many values without fields.
func (w *Writer) Leaves(length int, put func(i int) bool) bool {
	w.Buf = append(w.Buf, '[')
	for i := range length {
		if i > 0 {
			w.Buf = append(w.Buf, ',')
		}
		put(i)
	}
	w.Buf = append(w.Buf, ']')
	return true
}

// Context returns the context in which the field is resolved, and what the library knows of it.
func (at *Frame) Context() (context.Context, *graphql.FieldContext) { return at.ctx, &at.fc }

// At returns the frame of a field whose value has fields of its own or is resolved.
func (w *Writer) At(s *Scope, f *Field) *Frame {
	at := &s.frames[f.frame]
	if at.ctx == nil {
		at.field, at.typ = f, f.typ
		at.fc.Object, at.fc.Field = s.sel.typ.Name, f.CollectedField
		at.ctx = graphql.WithFieldContext(s.ctx, &at.fc)
	}
	return at
}

// Resolve writes a field that a resolver returns. A panic is reported and leaves null.
func (w *Writer) Resolve(s *Scope, f *Field, put func(at *Frame) bool) (ok bool) {
	at := w.At(s, f)
	objects := w.objects
	defer func() {
		if p := recover(); p != nil {
			w.op.Error(at.ctx, w.op.Recover(at.ctx, p))
			ok, w.objects = false, objects
		}
	}()
	return put(at)
}

// Arguments reads the arguments of a field once, because they are the same for all objects, and reports whether they
// could be read.
func (w *Writer) Arguments(at *Frame, read ReadArguments) bool {
	if at.fc.Args != nil {
		return true
	}
	args, err := read(at.ctx, at.field.ArgumentMap(w.op.Variables))
	if err != nil {
		w.op.Error(at.ctx, err)
		return false
	}
	at.fc.Args = args
	return true
}

// Fail reports the error of a resolver.
func (w *Writer) Fail(at *Frame, err error) bool {
	w.op.Error(at.ctx, graphql.AddFieldLocationToError(at.ctx, err))
	return false
}

const missing = "the requested element is null which the schema does not allow"

// Null reports null where the schema does not allow it.
func (w *Writer) Null(at *Frame) bool {
	if at.typ.NonNull && !graphql.HasFieldError(at.ctx, graphql.GetFieldContext(at.ctx)) {
		graphql.AddErrorf(at.ctx, missing)
	}
	return false
}

// NullField reports null where the schema does not allow it, for a field without a frame.
func (w *Writer) NullField(s *Scope, f *Field) bool {
	if f.typ.NonNull {
		graphql.AddErrorf(graphql.WithFieldContext(s.ctx, &graphql.FieldContext{Object: s.sel.typ.Name, Field: f.CollectedField}), missing)
	}
	return false
}

// Marshal writes a value as the library does.
//
//go:noinline
func (w *Writer) Marshal(m graphql.Marshaler) bool {
	if m == graphql.Null {
		return false
	}
	m.MarshalGQL(w)
	return true
}

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	w.Buf = append(w.Buf, p...)
	return len(p), nil
}

// WriteString implements io.StringWriter.
func (w *Writer) WriteString(s string) (int, error) {
	w.Buf = append(w.Buf, s...)
	return len(s), nil
}

// Bool writes a boolean. Like those that follow it returns true, and is called rather than inlined a thousand times.
//
//go:noinline
func (w *Writer) Bool(v bool) bool {
	w.Buf = strconv.AppendBool(w.Buf, v)
	return true
}

// Int writes an integer.
//
//go:noinline
func (w *Writer) Int(v int64) bool {
	w.Buf = strconv.AppendInt(w.Buf, v, 10)
	return true
}

// Float writes a number, or null and an error for one that JSON does not have.
//
//go:noinline
func (w *Writer) Float(v float64) bool {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		graphql.AddError(w.ctx, gqlerror.Errorf("cannot marshal infinite no NaN float values"))
		w.Buf = append(w.Buf, "null"...)
		return true
	}
	w.Buf = strconv.AppendFloat(w.Buf, v, 'g', -1, 64)
	return true
}

const hexDigits = "0123456789ABCDEF"

// String writes a text.
func (w *Writer) String(s string) bool {
	buf := append(w.Buf, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		buf = append(buf, s[start:i]...)
		start = i + 1
		switch c {
		case '\t':
			buf = append(buf, '\\', 't')
		case '\r':
			buf = append(buf, '\\', 'r')
		case '\n':
			buf = append(buf, '\\', 'n')
		case '\\', '"':
			buf = append(buf, '\\', c)
		default:
			buf = append(buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
		}
	}
	w.Buf = append(append(buf, s[start:]...), '"')
	return true
}
