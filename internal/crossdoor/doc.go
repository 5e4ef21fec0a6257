// Package crossdoor holds the tests that go through both doors at once: what REST answers is
// what the graph answers, spelled another way.
package crossdoor
