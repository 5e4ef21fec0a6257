package graph

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/export"
	"github.com/redress/redress/internal/fault"
)

// exportLink returns a link for the viewer. It checks the export's query, so that an error appears
// in this response instead of the download.
func (r *Resolver) exportLink(ctx context.Context, of export.Kind, raw json.RawMessage) (*export.Link, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	var arguments map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&arguments); len(raw) > 0 && err != nil {
		return nil, fault.Invalid(fault.Input("arguments", "invalid", "must be an object"))
	}
	e := export.ByKind(of)
	address, variables, err := e.URL(arguments)
	if err != nil {
		return nil, err
	}
	if err := r.reader.Check(ctx, e.Query(), variables); err != nil {
		return nil, err
	}
	made := r.links.Export(v, address)
	return &made, nil
}
