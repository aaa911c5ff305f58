"""How a message moves: places, laws, observations, and what is assumed where nothing shows it."""
