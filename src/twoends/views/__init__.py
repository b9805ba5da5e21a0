"""Views: an answer as people and programs read it. A view never solves anything."""
