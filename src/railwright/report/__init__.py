"""Reports: text, tables and figures that studies, map making and commands share."""
