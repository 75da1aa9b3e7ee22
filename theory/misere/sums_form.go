package misere

// Sums get canonical forms where that does not take long.

// formWork bounds the sums of forms, and the forms, that canonical forms may take.
const formWork = 1 << 14

// CanonicalForm returns the canonical form of t in the store, and false if that takes
// more work than a description is worth.
func (s *Sums) CanonicalForm(t Total) (Form, *Store, bool) {
	const longest = 64
	if s.Birthday(t) > longest {
		return 0, nil, false
	}
	if s.store == nil {
		s.store = NewStore()
		s.store.Check = func() error {
			if s.store.asked > formWork {
				return ErrWork
			}
			return nil
		}
	}
	f, err := s.form(t)
	return f, s.store, err == nil
}

// FormText returns the canonical form of t as the literature writes it, and false if that
// takes more work or letters than a description is worth.
func (s *Sums) FormText(t Total) (text string, ok bool) {
	f, store, ok := s.CanonicalForm(t)
	if !ok {
		return "", false
	}
	return store.Short(f)
}

func (s *Sums) form(t Total) (sum Form, err error) {
	add := func(f Form) {
		if err == nil {
			sum, err = s.store.Sum(sum, f)
		}
	}
	for range t.twos {
		add(s.store.Nim(2))
	}
	if t.one {
		add(s.store.Nim(1))
	}
	s.eachAtom(t, func(a *atom) {
		if a.form == nil && err == nil {
			var f Form
			if f, err = s.formOf(a.options); err == nil {
				a.form = &f
			}
		}
		if err == nil {
			add(*a.form)
		}
	})
	return sum, err
}

func (s *Sums) formOf(options []Total) (Form, error) {
	forms := make([]Form, len(options))
	for i, o := range options {
		var err error
		if forms[i], err = s.form(o); err != nil {
			return 0, err
		}
	}
	s.store.asked += len(forms) / 16
	return s.store.Of(forms), s.store.Check()
}
