"""Interfaces to other packages; each module needs the extra in brackets.

openspiel    the game `twoends`, and opponents as policies [openspiel]
pettingzoo   an environment for two agents [pettingzoo]
gymnasium    an environment for one agent against any opponent [pettingzoo]
vector       many such environments side by side [pettingzoo]
environment  what these environments share
arrays       many games as arrays, with a pure step function, for your own loop
graph        the positions as a networkx graph [graph]
prompts      decisions and whole games in words, for language models
verifiers    the same as an environment of the package verifiers [verifiers]
"""
