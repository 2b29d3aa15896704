"""The command line: one file or folder for each command."""
