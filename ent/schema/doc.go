// Package schema is the data model: the fields, edges and indexes of each type and, in Policy,
// who may read and write its rows. Everything else in package ent is generated from here. The
// comments of types and fields are their descriptions in the graph.
package schema
