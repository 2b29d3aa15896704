"""Things that draw themselves in notebooks.

The renderer is a layer above the rules, which may not import it. So the package ``railwright`` hands it over here when
it is imported, and things find it when a notebook asks for their picture.
"""

from __future__ import annotations

from collections.abc import Callable


class Drawable:
    """Base class of what ``railwright.draw_svg`` draws."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """The picture in a notebook."""
        return _renderers[-1](self)


_renderers: list[Callable[[Drawable], str]] = []


def use_renderer(renderer: Callable[[Drawable], str]) -> None:
    """Draw things with this function from now on."""
    _renderers[:] = [renderer]
