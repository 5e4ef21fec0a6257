package model

import (
	"slices"
	"strings"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// MaxSorted is how many rows are sorted of a list that no index holds in the order: more are refused,
// since each page would sort all of them.
var MaxSorted = 50_000

// ServedOrders are the orders in which an index holds all rows of a list, by the type of the rows: such
// a list may have any length. The keys of one have the same direction, up or down. All lists are also
// held in the order of their ids. docs/api.md prints the table, and a test asks both databases how
// they read each.
var ServedOrders = map[string][][]string{
	"Complaint": {
		{"REFERENCE"},
		{"STATUS"},
		{"PRIORITY"},
		{"PRIORITY", "DUE_AT"},
		{"SOURCE"},
		{"DUE_AT"},
		{"CREATED_AT"},
		{"UPDATED_AT"},
		{"ASSIGNED_AT"},
		{"RESOLVED_AT"},
		{"CLOSED_AT"},
		{"MOVED_AT"},
		{"RATING"},
	},
	"Task":            {{"STATUS"}, {"DUE_AT"}, {"CREATED_AT"}, {"UPDATED_AT"}, {"ACCEPTED_AT"}, {"ENDED_AT"}},
	"User":            {{"NAME"}, {"ROLE"}, {"STATE"}, {"CREATED_AT"}},
	"Broadcast":       {{"SCHEDULED_AT"}, {"CREATED_AT"}, {"STATUS", "SCHEDULED_AT"}, {"STATUS", "CREATED_AT"}},
	"Payment":         {{"PAYMENT_DATE"}, {"AMOUNT_MINOR"}, {"CREATED_AT"}},
	"Zone":            {{"NAME"}, {"CREATED_AT"}},
	"Category":        {{"NAME"}, {"CREATED_AT"}},
	"Group":           {{"NAME"}, {"CREATED_AT"}},
	"ServiceProvider": {{"NAME"}, {"CREATED_AT"}},
	"AuditEntry":      {{"ACTION"}, {"CREATED_AT"}},
	"Notification":    {{"CREATED_AT"}},
}

// AdminOrders are the orders by something that only administrators see, by the type of the rows: an order
// would tell it to others.
var AdminOrders = map[string][]string{"Complaint": {"HANDLER_NAME"}}

// OrderKey is a key of an order: the name of a field, and whether the largest comes first.
type OrderKey struct {
	Field string
	Desc  bool
}

// Served reports whether an index holds the rows of a type in an order.
func Served(of string, order []OrderKey) bool {
	if len(order) == 0 || len(order) == 1 && order[0].Field == "" {
		return true
	}
	return slices.ContainsFunc(ServedOrders[of], func(served []string) bool {
		return slices.EqualFunc(served, order, func(name string, k OrderKey) bool { return name == k.Field && k.Desc == order[0].Desc })
	})
}

// CheckOrder returns what is wrong with the keys of an order, nil for nothing: too many, or one that is there twice.
func CheckOrder(order []OrderKey) (problem *i18n.Text) {
	if len(order) > entgql.MaxKeys {
		many := i18n.T("has %d keys; at most %d are allowed", len(order), entgql.MaxKeys)
		return &many
	}
	for i, k := range order {
		if slices.ContainsFunc(order[:i], func(before OrderKey) bool { return before.Field == k.Field }) {
			twice := i18n.T("has %s twice", k.Field)
			return &twice
		}
	}
	return nil
}

// TooManyToSort is the refusal of an order that no index serves, of more rows than are sorted.
func TooManyToSort(of string, order []OrderKey) error {
	names := make([]string, len(order))
	for i, k := range order {
		names[i] = k.Field
		if k.Desc {
			names[i] += " descending"
		}
	}
	return fault.Invalid(fault.Input("orderBy", "too_many_rows",
		"no index holds the list by %s, and the filter selects more than the %d rows that are sorted: filter it further, or order it by %s",
		strings.Join(names, " and "), MaxSorted, servedWords(of)))
}

// servedWords lists the orders of a type that an index serves.
func servedWords(of string) string {
	words := make([]string, len(ServedOrders[of]))
	for i, served := range ServedOrders[of] {
		words[i] = strings.Join(served, " with ")
	}
	if len(words) < 2 { // one needs no comma
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
