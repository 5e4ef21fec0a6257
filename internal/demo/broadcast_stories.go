package demo

import "github.com/redress/redress/internal/domain"

// leaveUnread are people who read only what is urgent, so that somebody who signs in finds older messages.
var leaveUnread = []person{tomas, priya}

// broadcastStories cover every status with every kind of target, and every state of delivery.
func broadcastStories() []broadcastStory {
	const (
		scheduled, sent, cancelled = domain.BroadcastScheduled, domain.BroadcastSent, domain.BroadcastCancelled
		everyone, role             = domain.TargetAll, domain.TargetRole
		zone, group                = domain.TargetZone, domain.TargetGroup
		failed, skipped            = domain.NotificationFailed, domain.NotificationSkipped
		pending, dropped           = domain.NotificationPending, domain.NotificationCancelled
		day                        = 24.0
	)
	const (
		bounced    = "550 5.1.1 mailbox does not exist"
		greylisted = "451 4.7.1 please try again later"
	)
	return []broadcastStory{
		{
			title: "Welcome to the new complaint desk", target: everyone, by: kenji,
			message: "From today you can follow every step of a complaint here: who has it, what was found, and when it should be done.\nQuestions? " +
				"Write to the desk at the town hall.",
			written: 51 * day, due: 50 * day, status: sent, state: domain.DeliveryCompleted,
		},
		{
			title: "Storm watch: gusts up to 100 km/h on Thursday ⛈️", target: everyone, urgent: true, by: lucia,
			message: "Please tie down what can fly. Crews are on stand-by from 18:00. Report fallen branches with a photo if you can do so safely.",
			written: 30, due: 28, timezone: "Europe/Rome", status: sent, state: domain.DeliveryCompleted,
		},
		{
			title: "Solvers: new reason codes for returned tasks", target: role, value: "SOLVER", email: true, by: lucia,
			message: "When you can't reach a place choose “no access”; when nothing is there, “not found”. The free text stays for everything else.",
			written: 34 * day, due: 33 * day, status: sent, state: domain.DeliveryPartial,
			outcomes: map[person]outcome{
				thandi:  {failed, failed, "the inbox could not be written: disk full"},
				joaquim: {mail: failed, why: bounced},
			},
		},
		{
			title: "Water off on Saturday morning, 06:00 to 09:00", target: zone, value: "Harborside", email: true, urgent: true, by: lucia,
			message: "A valve under Fish Quay is replaced. Fill a kettle the evening before; the first water may be cloudy.",
			written: 20 * day, due: 19 * day, timezone: "Europe/Rome", status: sent, state: domain.DeliveryCompleted,
			outcomes: map[person]outcome{fatima: {mail: skipped, why: "no e-mail notifications wanted"}},
		},
		{
			title: "Minutes of the council evening", target: group, value: "Neighborhood council", by: kenji, rescheduled: true,
			message: "Topics: benches on Willow Flats, the tram bell at night, and who keeps the keys of the tool shed.",
			written: 15 * day, due: 12 * day, status: sent, state: domain.DeliveryCompleted,
			outcomes: map[person]outcome{noor: {app: skipped, why: "the account was being closed"}},
		},
		{
			title: "Invoices before the holidays", target: group, value: "Provider office", email: true, by: kenji,
			message: "Please send open invoices by the 10th, so that they are paid in the old year.",
			written: 11 * day, due: 11*day - 1, status: sent, state: domain.DeliveryFailed,
			outcomes: map[person]outcome{
				priya: {failed, failed, "the mail relay refused the connection"},
				lucia: {failed, failed, "the mail relay refused the connection"},
			},
		},
		{
			title: "Survey: is the harbor too loud?", target: zone, value: "Harborside", email: true, by: lucia,
			message: "Five questions, two minutes. Answers are counted, not read out.",
			written: 9 * day, due: 8 * day, status: sent, state: domain.DeliveryCancelled,
			stopped: 8*day - 0.01, reason: "The link led to last year's survey.",
			outcomes: map[person]outcome{wiremu: {app: dropped, mail: dropped}, fatima: {app: dropped, mail: dropped}},
		},
		{
			title: "First meeting of the beekeepers 🐝", target: group, value: "Beekeepers' circle", by: lucia,
			message: "Sunday at ten, behind the observatory. Bring a veil.",
			written: 7 * day, due: 6 * day, status: sent, state: domain.DeliveryCompleted,
		},
		{
			title: "Night shift: bridge closed from ten", target: group, value: "Night shift", email: true, by: kenji,
			message: "Use the lower road. Radio channel 4 tonight.",
			// Without a mail server a message is given up after a day, so this one ends minutes after the demo has begun.
			written: day, due: day - 0.05, status: sent, state: domain.DeliveryInProgress,
			outcomes: map[person]outcome{thandi: {mail: pending, why: greylisted}, joaquim: {mail: pending, why: greylisted}},
		},
		{
			title: "Town hall closed on the patron's day", target: everyone, email: true, by: kenji,
			message: "The desk answers again the morning after. Urgent matters: the emergency line stays open.",
			written: 2 * day, due: -6 * day, timezone: "Europe/Rome", status: scheduled, state: domain.DeliveryPending,
		},
		{
			title: "Refresher: working at height", target: role, value: "SOLVER", by: rasmus,
			message: "Two dates to choose from. Harnesses are checked on the spot.",
			written: 12 * day, due: -2 * day, status: scheduled, state: domain.DeliveryHeld,
			stopped: 9 * day, reason: "Its author's account was disabled; an administrator has to release it.",
		},
		{
			title: "Street sweeping moves to Tuesdays", target: zone, value: "Willow Flats", by: lucia,
			message: "From the first of next month. Please move your car before seven.",
			written: 1 * day, due: -3 * day, status: scheduled, state: domain.DeliveryPending, rescheduled: true,
		},
		{
			title: "Market day: unloading zones", target: group, value: "Harbor merchants", email: true, by: lucia,
			message: "Quay side A until nine, side B until eleven. سوق السبت يبدأ في السابعة صباحًا.",
			written: 5, due: -1.5 * day, timezone: "Europe/Rome", status: scheduled, state: domain.DeliveryPending,
		},
		{
			title: "Fireworks on the breakwater", target: everyone, by: kenji,
			message: "Starts at 22:00. Keep pets inside.",
			written: 26 * day, due: 22 * day, status: cancelled, state: domain.DeliveryCancelled,
			stopped: 24 * day, reason: "No permit because of the drought.",
		},
		{
			title: "Double broadcast, please ignore", target: role, value: "PROVIDER", by: lucia,
			message: "Test of the provider list.",
			written: 18 * day, due: 17 * day, status: cancelled, state: domain.DeliveryCancelled,
			stopped: 17.5 * day, reason: "Written by mistake.",
		},
		{
			title: "Crane on Quarry Rise", target: zone, value: "Quarry Rise", email: true, by: lucia,
			message: "One lane only, all Friday.",
			written: 6 * day, due: -4 * day, status: cancelled, state: domain.DeliveryCancelled,
			stopped: 3 * day, reason: "The crane comes in spring.",
		},
		{
			title: "Extra council evening", target: group, value: "Neighborhood council", by: kenji,
			message: "Only if the tram question is still open.",
			written: 5 * day, due: -5 * day, status: cancelled, state: domain.DeliveryCancelled,
			stopped: 1 * day, reason: "The tram question is settled.",
		},
	}
}
