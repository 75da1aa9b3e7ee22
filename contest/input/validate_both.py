#: in_order
def in_order(values, order):
    """Tell whether numbers are in an order."""
    pairs = zip(values, values[1:])
    if order == "distinct":
        return len(set(values)) == len(values)
    if order == "increasing":
        return all(a < b for a, b in pairs)
    if order == "nondecreasing":
        return all(a <= b for a, b in pairs)
    if order == "decreasing":
        return all(a > b for a, b in pairs)
    return all(a >= b for a, b in pairs)


#: root
def root(up, node):
    """Find the node that stands for all that are joined with this one."""
    while up.setdefault(node, node) != node:
        up[node] = up[up[node]]
        node = up[node]
    return node
