"""Monte Carlo tree search: random games guided by the results of earlier ones."""
