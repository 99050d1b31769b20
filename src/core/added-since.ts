interface Growing<Key> {
  readonly size: number
  keys(): Iterable<Key>
  delete(key: Key): boolean
}

/**
 * Returns a function that removes the entries added to a set or map from now on, and returns their
 * keys. Sets and maps keep the order in which keys were added.
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
