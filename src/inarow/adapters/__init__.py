"""Other conventions than our own: protocols, frameworks, file formats, one module for each."""
