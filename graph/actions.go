package graph

import (
	"context"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// actionMutations are the mutations that are not called as their action is.
var actionMutations = map[domain.Action]string{
	domain.ActionComment: "commentOnComplaint", domain.ActionPostUpdate: "postTaskUpdate",
	domain.ActionEdit: "updateComplaint", // of a broadcast editBroadcast, which is called as its action is
}

// besideInputs are the inputs that every mutation has, or that name its object.
var besideInputs = []string{"id", "complaintId", "expectedVersion", "idempotencyKey", "clientId"}

// inputLengths are the most characters of inputs.
var inputLengths = map[string]int{
	"publicNote": domain.MaxNote, "internalNote": domain.MaxNote, "note": domain.MaxNote, "reasonCode": desk.MaxReason,
	"title": domain.MaxTitle, "description": domain.MaxDescription, "address": domain.MaxAddress, "text": desk.MaxComment,
	"instructions": desk.MaxInstructions, "remarks": desk.MaxRemarks,
}

// toActions converts the available actions of an object of a type.
func (r *Resolver) toActions(ctx context.Context, of string, all []tx.Available) []*model.AvailableAction {
	out := make([]*model.AvailableAction, len(all))
	withInputs := selectsField(ctx, "inputs")
	for i, a := range all {
		out[i] = &model.AvailableAction{
			Action: a.Action, Enabled: a.Refused == nil, RequiredInput: append([]string{}, a.Required...), Inputs: []*model.ActionInput{},
		}
		if a.Refused != nil {
			code := strings.ToUpper(string(a.Refused.Code))
			out[i].DisabledReason, out[i].DisabledCode = a.Refused.In(i18n.From(ctx)), &code
		}
		if withInputs {
			out[i].Inputs = r.actionInputs(ctx, of, a)
		}
	}
	return out
}

// actionInputs returns the inputs of the mutation of an action.
func (r *Resolver) actionInputs(ctx context.Context, of string, a tx.Available) []*model.ActionInput {
	out := []*model.ActionInput{}
	m := mutationOf(of, a.Action)
	if m == nil {
		return out
	}
	for _, f := range generated.Schema().Types[m.Arguments.ForName("input").Type.Name()].Fields {
		if slices.Contains(besideInputs, f.Name) {
			continue
		}
		in := &model.ActionInput{
			Name: f.Name, Type: f.Type.Name(), Choices: []string{},
			Required: f.Type.NonNull && f.DefaultValue == nil || slices.Contains(a.Required, f.Name),
		}
		for _, v := range generated.Schema().Types[f.Type.Name()].EnumValues {
			in.Choices = append(in.Choices, v.Name)
		}
		if f.Name == "reasonCode" {
			codes, _ := r.settings.ReasonCodes(ctx, a.Action, false) // refused to strangers only
			for _, c := range codes {
				in.Choices = append(in.Choices, c.Code)
			}
		}
		if n, limited := inputLengths[f.Name]; limited && in.Type == "String" {
			in.MaxLength = &n
		}
		out = append(out, in)
	}
	return out
}

// mutationOf returns the mutation of an action on an object of a type.
func mutationOf(of string, a domain.Action) *ast.FieldDefinition {
	words := strings.Split(strings.ToLower(string(a)), "_")
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	verb := strings.Join(words, "")
	for _, name := range []string{verb + of, actionMutations[a], verb} {
		if m := generated.Schema().Mutation.Fields.ForName(name); name != "" && m != nil {
			return m
		}
	}
	return nil
}
