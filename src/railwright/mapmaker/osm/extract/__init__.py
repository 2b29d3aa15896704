"""From an OpenStreetMap file to a graph of stations and the railways between them."""
