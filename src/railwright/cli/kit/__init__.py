"""What all commands share: options, output, files and compiling before the first use."""
