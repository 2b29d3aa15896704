"""Building blocks of players: the interface, options, and the choices and shortest paths that several players share.

Players keep their memory in records declared as classes (``railwright.compiled.layout``) and take a view of it once, at
the start of a decision.

``ZERO + x`` in their code makes ``x`` an int64. Numba gives literals and the small integers of records types of their
own, and compiles a function without a signature once more for each of them: see ``ZERO`` in the module
``railwright.compiled.kernel``. A function with a signature needs no such care, as Numba converts its arguments.
"""
