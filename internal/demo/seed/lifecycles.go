package seed

// A lifecycle is the steps of a complaint after its submission, a letter for each:
//
//	a  assigned to a solver        h  put on hold             f  has a photo from the start
//	d  declined by the solver      q  resumed                 b  a comment
//	s  accepted and started        r  resolved by hand        l  nothing until recently
//	u  an update                   k  closed automatically    m  merged into an earlier one
//	p  an update with a photo      K  closed by hand          w  withdrawn
//	c  completion, with a photo    y  rated well, so closed   j  rejected
//	x  completion rejected         z  rated badly             t  returned by the solver
//	v  approved, so resolved       o  reopened
type lifecycle struct {
	steps    string
	perFifty int
}

// earlier are the lifecycles of the first half of the complaints, later those of the second: fifty
// each, in random order. Together they have ten times as many log rows as tasks, and so on,
// which a test checks.
var (
	earlier = []lifecycle{
		{"fasucvy", 3},
		{"asucvby", 7},
		{"asupcvk", 3},
		{"aspcvk", 3},
		{"fhqhqry", 8},
		{"rkoaspcvy", 2},
		{"fhqrkorbK", 6},
		{"johqrK", 4},
		{"adascxcvk", 1},
		{"asutrk", 2},
		{"fm", 1},
		{"adasucvk", 2},
		{"w", 2},
		{"asupcvy", 2},
		{"hqbrz", 2},
		{"h", 1},
		{"fb", 1},
	}
	later = []lifecycle{
		{"fasucbvy", 7},
		{"asupcvk", 4},
		{"fhqry", 6},
		{"fhqrk", 3},
		{"hqjory", 3},
		{"rkoascvy", 2},
		{"m", 1},
		{"hm", 1},
		{"w", 2},
		{"j", 1},
		{"asupclv", 2},
		{"f", 3},
		{"hqhq", 1},
		{"hq", 1},
		{"a", 1},
		{"h", 1},
		{"hqasup", 3},
		{"asuc", 2},
		{"ascxup", 1},
		{"rkoh", 1},
		{"jo", 2},
		{"hqh", 1},
		{"rz", 1},
	}
)

// averageHours is the average time before a step, in hours.
var averageHours = map[rune]float64{
	'a': 20, 'd': 6, 's': 18, 'u': 12, 'p': 16, 'c': 20, 'x': 8, 'v': 10, 't': 14,
	'h': 10, 'q': 40, 'r': 48, 'y': 30, 'z': 30, 'K': 60, 'o': 48, 'm': 9, 'w': 20, 'j': 12, 'b': 5,
}

// expand returns the lifecycles of fifty complaints.
func expand(lives []lifecycle) []string {
	var all []string
	for _, l := range lives {
		for range l.perFifty {
			all = append(all, l.steps)
		}
	}
	return all
}
