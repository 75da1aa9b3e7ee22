package input

// Again returns the input that the choices of d make.
func (s *Shape) Again(d *Data) (*Data, error) {
	again, _, err := s.replay(s.flat(nil, 0, d))
	return again, err
}
