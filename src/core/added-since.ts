interface Growing<Key> {
  readonly size: number
  keys(): Iterable<Key>
  delete(key: Key): boolean
}

/**
 * Returns a function that removes what is added to a set or map from now on, and returns its keys.
 * Both keep the order in which their keys were added.
 */
export function addedSince<Key>(growing: Growing<Key>): () => Key[] {
  const { size } = growing
  return () => {
    if (growing.size === size) return []
    const added = [...growing.keys()].slice(size)
    for (const key of added) growing.delete(key)
    return added
  }
}
