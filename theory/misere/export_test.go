package misere

// SetForms sets what may be done for forms by a [Lister]: the parts that are listed for one, and the work
// for a sum. It returns what sets them back.
func SetForms(tries, work uint64) (restore func()) {
	triesBefore, workBefore := formTries, sumWork
	formTries, sumWork = tries, work
	return func() { formTries, sumWork = triesBefore, workBefore }
}
