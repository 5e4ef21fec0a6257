// Package modeltest tests the service against a model: it executes random verbs as random people
// and compares each response, and the rows it leaves, with a small model of docs/product.md.
package modeltest
