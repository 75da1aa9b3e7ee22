package core

// A Typing finds the types of a program of the second level, by unification: each variable and
// each expression has one type. What nothing determines is an integer or a string.
type Typing struct {
	p    *Program
	pose func(f *Function, x *Pose, of func(Expr) Type) (Expr, error)
}

// A Refusal says why a program of the second level has no types, or is not written.
type Refusal struct {
	At  Place // the zero Place where it is about the whole
	Why string
}

func (r *Refusal) Error() string { return r.Why }

// NewTyping forgets all types. Letters says whether the items of strings are letters; otherwise
// they are strings. Pose returns what takes the place of a position, when the types of its
// arguments are known; it may add variables to the function in which x stands, and nothing else
// to the program. Where pose is nil, each position is refused.
func NewTyping(p *Program, letters bool, pose func(f *Function, x *Pose, of func(Expr) Type) (Expr, error)) *Typing {
	p.Letters = letters
	return &Typing{p: p, pose: pose}
}

// Enter finds the types of a function with these parameters, and of what it calls. It may be
// called for several functions in turn. The error is a [*Refusal], or one of pose.
func (t *Typing) Enter(f int, params []Type) error { return nil }

// Result returns the type of what a function returns, as far as it is known.
func (t *Typing) Result(f int) Type { return Type{} }

// Finish writes all types into the program: of variables, results, and Answer.Types.
func (t *Typing) Finish() {}
