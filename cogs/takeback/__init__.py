"""Taking moves back."""
