"""The sphere on the page, in a saved picture and in a film."""
