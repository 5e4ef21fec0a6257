package demo

import "github.com/redress/redress/internal/domain"

// story describes a complaint and its history.
type story struct {
	key            string // by which a merged one names its target
	title, text    string
	category, zone string
	priority       domain.Priority // "" takes the category's
	source         domain.Source   // "" is the web form
	by             person          // nobody for a caller without an account
	caller         caller          // the caller, if by is nobody
	takenBy        person          // administrator who submitted it for somebody else
	address        string
	lat, lon       float64 // both 0 for none
	external       string
	ago            float64 // hours before now at which it was submitted
	pictures       []picture
	steps          []step
}

// caller is a reporter without an account.
type caller struct{ name, email, phone string }

// step is one thing that happens in a story. The builders of steps take first the hours
// since the step before.
type step func(*player)

// picture is a drawing that somebody attaches.
type picture struct {
	name   string
	scene  scene
	public bool
}

// publicPicture is a picture that the reporter may see.
func publicPicture(name string, s scene) picture { return picture{name, s, true} }

// internalPicture is a picture for staff only.
func internalPicture(name string, s scene) picture { return picture{name, s, false} }

func stories() []story {
	var all []story
	for _, chapter := range [][]story{
		streetStories(), lightStories(), waterStories(), wasteStories(), parkStories(), otherStories(),
	} {
		all = append(all, chapter...)
	}
	return all
}
