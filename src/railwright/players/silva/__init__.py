"""The four players of de Mesentier Silva, Lee, Togelius and Nealen (2017, 2018)."""
