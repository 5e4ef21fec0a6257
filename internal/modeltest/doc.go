// Package modeltest holds a test that does random verbs as random people, and knows from a small
// model of docs/product.md what each of them must answer and leave behind.
package modeltest
