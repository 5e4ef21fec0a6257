// Package schema is the data model: the shape of each row, its indexes, and beside them,
// in Policy, whose right it is to read and to write it. Everything else in package ent is
// generated from here.
package schema
