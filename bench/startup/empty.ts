// The floor of everything: Node starts and ends.
