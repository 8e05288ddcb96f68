"""Studies as a person meets them: the tab, the command, the report."""
