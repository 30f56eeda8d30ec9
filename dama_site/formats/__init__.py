"""How dates are written where Django writes them otherwise: a package for each language."""
