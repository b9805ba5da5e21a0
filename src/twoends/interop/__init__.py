"""The game in other people's tools; each module needs the extra of its name.

openspiel   the game `twoends` and our opponents as policies
pettingzoo  an environment for two agents
gymnasium   an environment for one agent against any of our opponents
vector      many such environments side by side
arrays      many games as arrays, with a pure step, for a loop of one's own
graph       the positions as a networkx graph
prompts     decisions and whole games in words, for language models; needs no extra
verifiers   the same as an environment of the package verifiers
"""
