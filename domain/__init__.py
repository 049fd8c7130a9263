"""Rules and records: pure code that knows neither clock, luck nor network."""
