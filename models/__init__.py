"""The trained weights, their manifest, and the training that makes them."""
