"""What is said about positions: judgements, reasons, reviews and puzzles."""
