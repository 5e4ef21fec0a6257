package model

// Bounds of what is looked up.
const (
	MaxFound      = 20  // rows of a kind, and callers
	MaxContacts   = 200 // that are read to find callers
	MaxCallerOpen = 10  // complaints of a caller
	MinCallerText = 3   // characters of what is looked for, or digits of a telephone number
)
