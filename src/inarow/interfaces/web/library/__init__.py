"""My games on the page: lists, imports, and what is made of them."""
