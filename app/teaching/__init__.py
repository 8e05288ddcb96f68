"""What teaches: the lessons' panel, explanations, formulas and the glossary."""
