"""The game in other people's tools; each module needs the extra of its name.

openspiel   the game `twoends` and our opponents as policies
pettingzoo  an environment for two agents
gymnasium   an environment for one agent against any of our opponents
graph       the positions as a networkx graph
"""
