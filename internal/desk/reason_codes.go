package desk

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// reasonCode is what administrators may call a reason.
var reasonCode = regexp.MustCompile(`^[a-z0-9_]{1,40}$`)

// ReasonCodes returns the reason codes of an action, in the order in which they were added; with
// retired those too that are no longer accepted. Everybody who is signed in.
func (d *Desk) ReasonCodes(ctx context.Context, action domain.Action, retired bool) ([]*domain.ReasonCode, error) {
	if _, err := auth.Require(ctx); err != nil {
		return nil, err
	}
	all := []*domain.ReasonCode{}
	if action == domain.ActionReturn {
		for _, code := range returnReasons {
			label := strings.ToUpper(code[:1]) + strings.ReplaceAll(code[1:], "_", " ")
			r := &domain.ReasonCode{Action: action, Code: code}
			for _, l := range i18n.Languages() {
				r.Labels = append(r.Labels, domain.ReasonLabel{Language: string(l), Text: i18n.T(label).In(l)})
			}
			all = append(all, r)
		}
		return all, nil
	}
	for _, r := range d.cache.load().ReasonCodes {
		if r.Action == action && (retired || !r.Retired) {
			all = append(all, &r)
		}
	}
	return all, nil
}

// checkReason refuses a code that an action does not have, unless the action has none at all.
func (d *Desk) checkReason(action domain.Action, code string) error {
	var codes []string
	for _, r := range d.cache.load().ReasonCodes {
		if r.Action == action && !r.Retired {
			codes = append(codes, r.Code)
		}
	}
	if len(codes) == 0 || slices.Contains(codes, code) {
		return nil
	}
	return fault.Invalid(fault.Input("reasonCode", "invalid", "must be %s", orList(codes)))
}

// SetReasonCode adds a reason code to an action, or changes the labels of one, which is in use from
// then on. Administrators.
func (d *Desk) SetReasonCode(ctx context.Context, expected *int, r domain.ReasonCode) (*domain.ReasonCode, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if err := checkReasonCode(&r); err != nil {
		return nil, err
	}
	r.Retired = false
	return d.changeReason(ctx, expected, "reason_code.set", r.Action, r.Code, func(codes []domain.ReasonCode, i int) (domain.ReasonCode, error) {
		of := 0
		for _, c := range codes {
			if c.Action == r.Action {
				of++
			}
		}
		if i < 0 && of >= domain.MaxReasonCodes {
			return r, fault.Invalid(fault.Input("code", "too_many", "would be one of more than %d of this action, retired ones included", domain.MaxReasonCodes))
		}
		return r, nil
	})
}

// RetireReasonCode ends the use of a reason code. What has it keeps it. Administrators.
func (d *Desk) RetireReasonCode(ctx context.Context, expected *int, action domain.Action, code string) (*domain.ReasonCode, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	return d.changeReason(ctx, expected, "reason_code.retire", action, code, func(codes []domain.ReasonCode, i int) (domain.ReasonCode, error) {
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
func (d *Desk) changeReason(
	ctx context.Context, expected *int, audited string, action domain.Action, code string,
	with func(codes []domain.ReasonCode, i int) (domain.ReasonCode, error),
) (*domain.ReasonCode, error) {
	var is domain.ReasonCode
	err := d.changeSettings(ctx, expected, audited, "ReasonCode", func(s *storedSettings) (before, after values, err error) {
		i := slices.IndexFunc(s.ReasonCodes, func(r domain.ReasonCode) bool { return r.Action == action && r.Code == code })
		if is, err = with(s.ReasonCodes, i); err != nil {
			return nil, nil, err
		}
		name := "reasonCodes." + string(action) + "." + code
		if i < 0 {
			s.ReasonCodes = append(s.ReasonCodes, is)
			return values{name: nil}, values{name: is}, nil
		}
		was := s.ReasonCodes[i]
		if was.Retired == is.Retired && slices.Equal(was.Labels, is.Labels) {
			return nil, nil, nil
		}
		s.ReasonCodes[i] = is
		return values{name: was}, values{name: is}, nil
	})
	if err != nil {
		return nil, err
	}
	return &is, nil
}

// checkReasonCode tidies a reason code, or returns all that is wrong with it.
func checkReasonCode(r *domain.ReasonCode) error {
	var errs fieldErrors
	if !slices.Contains(domain.ReasonedActions, r.Action) {
		errs.add("action", "invalid", "must be an action whose reason codes can be chosen")
	}
	if !reasonCode.MatchString(r.Code) {
		errs.add("code", "invalid", "must be 1 to 40 lower-case letters, digits and underscores")
	}
	if len(r.Labels) == 0 {
		errs.add("labels", "required", "must have a label")
	}
	if len(r.Labels) > domain.MaxLanguages {
		errs.add("labels", "too_many", "must be at most %d", domain.MaxLanguages)
		return errs.fault()
	}
	for i := range r.Labels {
		l := &r.Labels[i]
		l.Text = strings.TrimSpace(l.Text)
		at := fmt.Sprintf("labels.%d.", i)
		errs.language(at+"language", l.Language)
		errs.merge(checkLine(at+"text", l.Text, 1, domain.MaxReasonLabel))
		if slices.ContainsFunc(r.Labels[:i], func(o domain.ReasonLabel) bool { return o.Language == l.Language }) {
			errs.add(at+"language", "duplicate", "is given twice")
		}
	}
	return errs.fault()
}
