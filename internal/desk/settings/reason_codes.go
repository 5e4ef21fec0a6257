package settings

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// reasonCode is what administrators may call a reason.
var reasonCode = regexp.MustCompile(`^[a-z0-9_]{1,40}$`)

// ReasonCodes returns the reason codes of an action, in the order in which they were added; with
// retired those too that are no longer accepted. Everybody who is signed in, and whoever holds a link.
func (r *Room) ReasonCodes(ctx context.Context, action domain.Action, retired bool) ([]*domain.ReasonCode, error) {
	if _, err := auth.RequireViewer(ctx); err != nil {
		return nil, err
	}
	all := []*domain.ReasonCode{}
	if action == domain.ActionReturn {
		for _, code := range domain.ReturnReasons {
			label := strings.ToUpper(code[:1]) + strings.ReplaceAll(code[1:], "_", " ")
			r := &domain.ReasonCode{Action: action, Code: code}
			for _, l := range i18n.Languages() {
				r.Labels = append(r.Labels, domain.ReasonLabel{Language: string(l), Text: i18n.T(label).In(l)})
			}
			all = append(all, r)
		}
		return all, nil
	}
	for _, r := range r.cache.load().ReasonCodes {
		if r.Action == action && (retired || !r.Retired) {
			all = append(all, &r)
		}
	}
	return all, nil
}

// CheckReason refuses a code that an action does not have, unless the action has none at all.
func (r *Room) CheckReason(action domain.Action, code string) error {
	var codes []string
	for _, r := range r.cache.load().ReasonCodes {
		if r.Action == action && !r.Retired {
			codes = append(codes, r.Code)
		}
	}
	if len(codes) == 0 || slices.Contains(codes, code) {
		return nil
	}
	return fault.Invalid(fault.Input("reasonCode", "invalid", "must be %s", tx.OrList(codes)))
}

// SetReasonCode adds a reason code to an action, or changes the labels of one, which is in use from
// then on. Administrators.
func (r *Room) SetReasonCode(ctx context.Context, expected *int, given domain.ReasonCode) (*domain.ReasonCode, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	given.Retired = false
	return r.changeReason(ctx, expected, "reason_code.set", given.Action, given.Code, func(codes []domain.ReasonCode, i int) (domain.ReasonCode, error) {
		var standing []string
		if i >= 0 {
			for _, l := range codes[i].Labels {
				standing = append(standing, l.Text)
			}
		}
		if err := checkReasonCode(&given, standing); err != nil {
			return given, err
		}
		of := 0
		for _, c := range codes {
			if c.Action == given.Action {
				of++
			}
		}
		if i < 0 && of >= domain.MaxReasonCodes {
			return given, fault.Invalid(fault.Input("code", "too_many", "would be one of more than %d of this action, retired ones included", domain.MaxReasonCodes))
		}
		return given, nil
	})
}

// RetireReasonCode ends the use of a reason code. What has it keeps it. Administrators.
func (r *Room) RetireReasonCode(ctx context.Context, expected *int, action domain.Action, code string) (*domain.ReasonCode, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	return r.changeReason(ctx, expected, "reason_code.retire", action, code, func(codes []domain.ReasonCode, i int) (domain.ReasonCode, error) {
		if i < 0 {
			return domain.ReasonCode{}, fault.Invalid(fault.Input("code", "not_found", "is no reason code of this action"))
		}
		r := codes[i]
		r.Retired = true
		return r, nil
	})
}

// changeReason replaces the reason code of an action, or adds it. With is told all codes and where
// this one stands among them, -1 for nowhere.
func (r *Room) changeReason(
	ctx context.Context, expected *int, audited string, action domain.Action, code string,
	with func(codes []domain.ReasonCode, i int) (domain.ReasonCode, error),
) (*domain.ReasonCode, error) {
	var is domain.ReasonCode
	err := r.changeSettings(ctx, expected, audited, "ReasonCode", func(s *storedSettings) (before, after tx.Values, err error) {
		i := slices.IndexFunc(s.ReasonCodes, func(r domain.ReasonCode) bool { return r.Action == action && r.Code == code })
		if is, err = with(s.ReasonCodes, i); err != nil {
			return nil, nil, err
		}
		name := "reasonCodes." + string(action) + "." + code
		if i < 0 {
			s.ReasonCodes = append(s.ReasonCodes, is)
			return tx.Values{name: nil}, tx.Values{name: is}, nil
		}
		was := s.ReasonCodes[i]
		if was.Retired == is.Retired && slices.Equal(was.Labels, is.Labels) {
			return nil, nil, nil
		}
		s.ReasonCodes[i] = is
		return tx.Values{name: was}, tx.Values{name: is}, nil
	})
	if err != nil {
		return nil, err
	}
	return &is, nil
}

// checkReasonCode tidies a reason code, or returns all that is wrong with it. Labels that it has already are fine.
func checkReasonCode(r *domain.ReasonCode, standing []string) error {
	var errs tx.FieldErrors
	if !slices.Contains(domain.ReasonedActions, r.Action) {
		errs.Add("action", "invalid", "must be an action whose reason codes can be chosen")
	}
	if !reasonCode.MatchString(r.Code) {
		errs.Add("code", "invalid", "must be 1 to 40 lower-case letters, digits and underscores")
	}
	if len(r.Labels) == 0 {
		errs.Add("labels", "required", "must have a label")
	}
	if len(r.Labels) > domain.MaxLanguages {
		errs.Add("labels", "too_many", "must be at most %d", domain.MaxLanguages)
		return errs.Fault()
	}
	for i := range r.Labels {
		l := &r.Labels[i]
		at := fmt.Sprintf("labels.%d.", i)
		errs.Language(at+"language", l.Language)
		errs.Merge(tx.CheckLine(at+"text", &l.Text, 1, domain.MaxReasonLabel, standing...))
		if slices.ContainsFunc(r.Labels[:i], func(o domain.ReasonLabel) bool { return o.Language == l.Language }) {
			errs.Add(at+"language", "duplicate", "is given twice")
		}
	}
	return errs.Fault()
}
