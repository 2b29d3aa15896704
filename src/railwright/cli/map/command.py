"""The commands of ``railwright map``, each in its own file."""

from __future__ import annotations

import typer

from railwright.cli.map import balance, exporting, importing, osm, printing, quality

app = typer.Typer(
    help="Make boards from railways, balance boards; import, export, measure and print boards.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command(name="osm", epilog=osm.EXAMPLE)(osm.osm)
app.command(name="balance", epilog=balance.EXAMPLE)(balance.balance)
app.command(name="import", epilog=importing.EXAMPLE)(importing.import_file)
app.command(name="export", epilog=exporting.EXAMPLE)(exporting.export)
app.command(name="quality", epilog=quality.EXAMPLE)(quality.quality)
app.command(name="print", epilog=printing.EXAMPLE)(printing.print_board)
