"""The commands of ``railwright map``, each in a file of its own."""

from __future__ import annotations

import typer

from railwright.cli.map import exporting, importing, quality

app = typer.Typer(help="Import, export and measure boards.", no_args_is_help=True, rich_markup_mode=None)
app.command(name="import", epilog=importing.EXAMPLE)(importing.import_file)
app.command(name="export", epilog=exporting.EXAMPLE)(exporting.export)
app.command(name="quality", epilog=quality.EXAMPLE)(quality.quality)
