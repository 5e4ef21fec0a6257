package seed

import "github.com/redress/redress/internal/domain"

// topic is a kind of complaint, with what people write about it: %s is a street.
type topic struct {
	name     string
	hours    int // until the deadline; 0 for none
	priority domain.Priority
	titles   []string
}

// topics are the categories, below the top ones.
var topics = []struct {
	topic
	within []topic
}{
	{topic{"Streets", 168, domain.PriorityNormal, []string{"The surface of %s is worn out", "Cobbles are loose on %s"}}, []topic{
		{"Potholes", 72, domain.PriorityNormal, []string{"Deep pothole on %s", "Another pothole, %s", "Pothole at the bus stop on %s"}},
		{"Sidewalks", 240, domain.PriorityLow, []string{"Broken slab on %s", "Tree roots lift the sidewalk of %s"}},
		{"Signals", 8, domain.PriorityUrgent, []string{"Traffic light dark at %s", "Signal stuck on red, %s"}},
		{"Signs", 336, domain.PriorityLow, []string{"Sign turned around on %s", "Crosswalk faded on %s"}},
	}},
	{topic{"Lighting", 96, domain.PriorityNormal, []string{"It is too dark on %s"}}, []topic{
		{"Lamps out", 96, domain.PriorityNormal, []string{"Street light out on %s", "Three lamps out, %s", "Lamp flickers at night on %s"}},
		{"Damaged posts", 24, domain.PriorityHigh, []string{"Lamp post leans over %s", "Open cable at a lamp on %s ⚡"}},
	}},
	{topic{"Water", 48, domain.PriorityHigh, []string{"Water pressure is low on %s"}}, []topic{
		{"Burst pipes", 4, domain.PriorityUrgent, []string{"Water gushes from the road at %s", "Burst pipe on %s"}},
		{"Drains", 48, domain.PriorityHigh, []string{"Blocked drain on %s", "%s floods whenever it rains"}},
		{"Water quality", 24, domain.PriorityHigh, []string{"Brown water from the tap, %s"}},
	}},
	{topic{"Waste", 72, domain.PriorityNormal, []string{"Rubbish lies about on %s"}}, []topic{
		{"Missed collections", 48, domain.PriorityNormal, []string{"Bins not emptied on %s", "The truck left out %s again"}},
		{"Dumping", 72, domain.PriorityNormal, []string{"Sofa left on %s", "Rubble dumped behind %s"}},
		{"Street bins", 24, domain.PriorityNormal, []string{"Bin overflows on %s", "Wasps around the bin on %s"}},
	}},
	{topic{"Parks", 120, domain.PriorityNormal, []string{"Grass is waist high by %s"}}, []topic{
		{"Trees", 12, domain.PriorityHigh, []string{"Branch hangs over %s", "Tree down across %s"}},
		{"Playgrounds", 72, domain.PriorityHigh, []string{"Swing broken, playground on %s", "Glass in the sandpit near %s"}},
		{"Graffiti", 240, domain.PriorityLow, []string{"Graffiti on the wall of %s"}},
	}},
	{topic{"Noise", 96, domain.PriorityNormal, []string{"Building noise before six on %s", "Café terrace loud after midnight, %s"}}, nil},
	{topic{"Suggestions", 0, domain.PriorityLow, []string{"A bench for %s?", "Make %s one-way"}}, nil},
}

var (
	streets = []string{
		"Mill Lane", "Harbor Road", "Old Market", "Station Street", "Chapel Hill", "Rope Walk", "Orchard Avenue", "Tanner Row",
		"Königsallee", "Rue des Écoles", "Calle del Río", "Østergade", "Łazienkowska", "улица Мира", "花园路", "Long Acre",
		"Ferry Stairs", "Quarry Side", "Willow Way", "Bell Yard", "North Parade", "Saddler's Green", "Poplar Grove", "Lock Street",
	}
	firsts = []string{
		"Aisha", "Bruno", "Chiara", "Dmitri", "Élodie", "Farid", "Grace", "Håkon", "Ines", "Jürgen", "Keiko", "Lwazi", "María", "Nikos",
		"Oyelaran", "Petra", "Quỳnh", "Rafael", "Siobhán", "Tariq", "Ulla", "Vikram", "Wanjiru", "Xiulan", "Yusuf", "Zofia",
	}
	lasts = []string{
		"Abbott", "Bianchi", "Castro", "Dubois", "Eriksen", "Fischer", "García", "Hossain", "Ivanova", "Jansen", "Kowalski", "Lindqvist",
		"Mbeki", "Nakamura", "O'Brien", "Petrov", "Quispe", "Rahman", "Şahin", "Tanaka", "Usman", "Vargas", "Wójcik", "Xu", "Yılmaz", "Zhang",
	}
	details = []string{
		"It has been like this for two weeks.", "Children pass here on their way to school.", "I have reported it before.",
		"A neighbor almost fell last night.", "The photo was taken this morning.", "It gets worse when it rains.",
		"You can see it best from the corner.", "Please tell me when somebody comes to look.", "Nobody feels responsible.",
		"Danke für Ihre Hilfe!", "Спасибо заранее.", "The shop opposite can tell you more.",
	}
	progressRemarks = []string{
		"Looked at the place and marked it.", "Waiting for material.", "Half of it is done.", "Barrier set up, work begins tomorrow.",
		"Cleaned and checked.", "Spare part ordered; it comes on Thursday.", "Found a second spot next to it and did that too.",
	}
	completionRemarks = []string{"Done as asked.", "Repaired and tested.", "All clear, see the photo.", "Finished; the spot is clean."}
	publicNotes       = []string{
		"We have taken care of it. Thank you for telling us.", "It is repaired.", "A crew was there today.",
		"Solved together with the owner.",
	}
	ratingComments = []string{"", "", "Fast, thank you!", "Well done 👍", "Took a while, but it is fine now."}
	reopenReasons  = []string{"It came back after two days.", "Nobody asked me anything.", "Half of it is still there."}
	comments       = []string{"Any news?", "Still the same today.", "We have passed it on to the crew.", "Thank you for the photo."}

	quarters        = []string{"North", "South", "East", "West", "Harbor", "Castle", "River", "Garden", "Market", "Station"}
	localities      = []string{"Green", "Heights", "Side", "End", "Cross", "Fields", "Gate", "Rise", "Corner", "Bank", "Wharf", "Hollow"}
	companyKinds    = []string{"Civic Works", "Lighting", "Paving", "Waterways", "Tree Care", "Recycling", "Engineering", "Services"}
	groupNames      = []string{"Neighborhood watch", "Market traders", "School parents", "Night crew", "Cyclists", "Allotment holders"}
	broadcastTitles = []string{
		"Road works next week", "Water off on Tuesday morning", "Collection moves to Friday", "Storm warning",
		"Town meeting, all welcome", "New numbers for emergencies",
	}
)
