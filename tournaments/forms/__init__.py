"""Forms of the arbiter's side: they check the shape of what was sent, the services check the rest."""
