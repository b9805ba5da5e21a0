"""Interfaces to other packages; each module needs the extra in brackets.

openspiel    the game `twoends`, and opponents as policies [openspiel]
pettingzoo   an environment for two agents [pettingzoo]
gymnasium    an environment for one agent against any opponent [pettingzoo]
vector       many such environments side by side [pettingzoo]
environment  what these environments share
"""
