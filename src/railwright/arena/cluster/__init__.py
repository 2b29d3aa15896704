"""Work on the workers of a Dask cluster. What the workers load at first is small: see ``remote``."""
