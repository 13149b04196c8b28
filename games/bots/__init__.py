"""House players: choose(view, rng) -> Command. They see what a person in their seat sees (RULES O10)."""
