package main

// This file writes what is known of a period as the JSON that others script against.

import "bufio"

type exceptionsJSON struct {
	Count uint64   `json:"count"`
	First []uint64 `json:"first"`
	Last  *uint64  `json:"last"`
}

type observedJSON struct {
	Preperiod uint64 `json:"preperiod"`
	Period    uint64 `json:"period"`
	Saltus    uint64 `json:"saltus"`
}

func (a *periodAnswer) writeJSON(w *bufio.Writer) error {
	r := a.result
	o := objectWriter{w: w}
	o.field("game", a.game)
	if a.row != nil {
		o.field("row", *a.row)
	}
	known := func(v uint64, is bool) *uint64 {
		if !is {
			return nil
		}
		return &v
	}
	o.field("preperiod", known(r.Preperiod, r.Proved && !r.AtMost))
	o.field("period", known(r.Period, r.Proved))
	o.field("saltus", known(r.Saltus, r.Proved))
	o.field("proved", r.Proved)
	if r.Theorem == "" {
		o.field("theorem", nil)
	} else {
		o.field("theorem", r.Theorem)
	}
	o.field("computed_to", a.computedTo)
	if r.Proved && r.AtMost {
		o.field("preperiod_at_most", r.Preperiod)
	}
	if r.Proved {
		o.field("values_needed", r.Needed)
	}
	if r.Aperiodic {
		o.field("aperiodic", true)
	}
	if e := a.exceptions; e != nil {
		o.field("exceptions", exceptionsJSON{e.Count, append([]uint64{}, e.First...), known(e.Last, e.Count > 0)})
	}
	if a.observed.Period > 0 {
		o.field("observed", observedJSON{a.observed.Preperiod, a.observed.Period, a.observed.Saltus})
	}
	if a.audits != nil {
		o.field("audits", *a.audits)
	}
	return o.end()
}
