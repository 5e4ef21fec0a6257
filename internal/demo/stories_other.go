package demo

import "github.com/redress/redress/internal/domain"

func otherStories() []story {
	return []story{
		{
			title: "Tram bell rings at two in the morning", by: tomas, ago: 410.2,
			text:     "Every night, four times. The last tram is at midnight, so who rings?",
			category: "Noise and animals", zone: "Clockmakers' Hill", address: "Depot Street", lat: 44.05090, lon: 8.21444,
			steps: []step{
				assign(33.3, kenji, ingrid, "The depot's test circuit, I suspect.", "We ask the depot."),
				accept(5.7), start(29.4, "Listening tonight."),
				progress(11.5, 20, "It is the test circuit. Timer hangs in winter time of another country."),
				progress(44.6, 40, "New timer ordered, bell wrapped in a scarf until then.", internalPicture("scarf.jpg", lamp)),
			},
		},
		{
			title: "A bench that faces the sunset", by: amara, ago: 75.5,
			text:     "All benches on the quay face the parking lot. One could be turned. Just an idea.",
			category: "Suggestions", zone: "Fish Quay", address: "Fish Quay", lat: 44.04611, lon: 8.22455,
			pictures: []picture{publicPicture("sunset.png", wave)},
			steps:    []step{commentPublicly(22.6, lucia, "What a good idea. The gardeners look at it next month.")},
		},
		{
			title: "Bar on the quay plays the same song", by: fatima, ago: 142.8,
			text:     "One song, four hours, three nights.",
			category: "Noise and animals", zone: "Fish Quay", address: "Bar Bonaccia", lat: 44.04597, lon: 8.22470,
			steps: []step{commentInternally(16.4, lucia, "Asked the owner for the volume log. Here it is.", internalPicture("volume-log.png", wall))},
		},
		{
			title: "Peacock on the roof of the town hall", source: domain.SourcePhone, takenBy: lucia, ago: 97.7, priority: domain.PriorityLow,
			caller:   caller{"Anonymous neighbor", "", ""},
			text:     "It screams. It is also very beautiful.",
			category: "Noise and animals", zone: "Saint Odile",
			steps: []step{
				assign(4.6, lucia, joaquim, "You have the long ladder.", ""),
				accept(1.3), start(2.2, "On the roof."),
				progress(0.7, 0, "No peacock up here. One feather."),
				returnTask(1.1, "not_found", "Searched the whole roof. It was seen at the convent."),
			},
		},
		{
			title: "Please rename my street", by: oleks, ago: 980.4,
			text:     "Nobody can spell Escapement.",
			category: "Suggestions", zone: "Clockmakers' Hill",
			steps: []step{reject(60.2, kenji, "out_of_scope", "Names of streets are for the council; its next evening is open to everybody.")},
		},
		{
			title: "Loose cable at the quarry stop", source: domain.SourceImport, external: "PA-LEGACY-20533", ago: 890.9,
			text:     "Reported through the former hotline.",
			category: "Lighting", zone: "Quarry Rise", address: "Quarry stop", lat: 44.06641, lon: 8.19699,
		},
		{
			title: "Gate of the community garden does not close", by: kenji, source: domain.SourceStaff, ago: 44.4, priority: domain.PriorityLow,
			text:     "Noticed at the site visit; goats are interested.",
			category: "Parks and trees", zone: "Quarry Rise", address: "Garden 4", lat: 44.06588, lon: 8.19722,
			steps: []step{assign(6.1, kenji, joaquim, "New latch, goat height.", "")},
		},
	}
}
