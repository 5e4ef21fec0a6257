package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"entgo.io/ent/entc/gen"
)

// check is schema.Check as ent/template/runtime.tmpl writes it, with the MaxLen of the field.
type check struct {
	NotEmpty bool
	MaxLen   int64
	Match    string
	Bounds   []bound
}

// bound is a call of entcheck.Min or entcheck.Max.
type bound struct {
	Func  string
	Value float64
}

// writeChecks is the hook that turns the annotations schema.Check into validators of ent. It fails
// for what only the schema's descriptors know, since the service does not have them.
func writeChecks(next gen.Generator) gen.Generator {
	return gen.GenerateFunc(func(g *gen.Graph) error {
		for _, n := range g.Nodes {
			if len(n.HookPositions())+len(n.InterceptorPositions()) > 0 || n.RuntimeMixin() {
				return fmt.Errorf("%s has hooks, interceptors or mixins: write them into ent/template/runtime.tmpl", n.Name)
			}
			fields := slices.Clone(n.Fields)
			if n.HasOneFieldID() {
				fields = append(fields, n.ID)
			}
			for _, f := range fields {
				if err := writeCheck(f); err != nil {
					return fmt.Errorf("%s.%s: %w", n.Name, f.Name, err)
				}
			}
		}
		return next.Generate(g)
	})
}

func writeCheck(f *gen.Field) error {
	if f.Default && !f.IsEnum() && f.Annotations["Default"] == nil && (f.DefaultFunc() || f.IsTime()) || f.UpdateDefault {
		return fmt.Errorf("its default is no literal: give it the annotation schema.Default")
	}
	var c check
	switch {
	case f.Validators == 1 && f.Column().Size > 0:
		c.MaxLen = f.Column().Size
	case f.Validators > 0:
		return fmt.Errorf("it has a validator other than MaxLen: give it the annotation schema.Check")
	}
	var given struct {
		NotEmpty bool
		Match    string
		Min, Max *float64
	}
	if a := f.Annotations["Check"]; a != nil {
		text, err := json.Marshal(a)
		if err == nil {
			err = json.Unmarshal(text, &given)
		}
		if err != nil {
			return err
		}
		f.Validators = 1
	}
	c.NotEmpty, c.Match = given.NotEmpty, given.Match
	if given.Min != nil {
		c.Bounds = append(c.Bounds, bound{"Min", *given.Min})
	}
	if given.Max != nil {
		c.Bounds = append(c.Bounds, bound{"Max", *given.Max})
	}
	if f.Validators > 0 {
		if f.Annotations == nil {
			f.Annotations = gen.Annotations{}
		}
		f.Annotations["Check"] = c
	}
	return nil
}
