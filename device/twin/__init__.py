"""The simulated table: what people do, when, and what therefore lies where on the cloth."""
