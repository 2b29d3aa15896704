"""Shared by all commands: options, output, files and compilation before first use."""
