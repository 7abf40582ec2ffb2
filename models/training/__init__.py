"""From nothing to weights: artwork, rendered scenes, training with Ultralytics, export, evaluation."""
