"""Reads an OpenStreetMap file into a graph of stations and the railways between them."""
