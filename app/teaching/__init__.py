"""Lessons, the claims they quote, explanations, formulas and the glossary."""
