/** The most single changes per character for which a name counts as a misspelling of another. */
const CHANGES_PER_CHARACTER_MAX = 0.25

/** Returns the known name that is nearest to `name`; undefined if none is near enough. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((one) => ({ one, changes: changesBetween(name, one) }))
    .filter(({ changes }) => changes <= name.length * CHANGES_PER_CHARACTER_MAX)
    .toSorted((a, b) => a.changes - b.changes)
  return nearest?.one
}

/** The Levenshtein distance: insertions, deletions and replacements of one character. */
function changesBetween(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [row, character] of from.split('').entries()) {
    const here = [row + 1]
    for (const [at, other] of to.split('').entries()) {
      const replaced = (above[at] ?? 0) + (character === other ? 0 : 1)
      here.push(Math.min(replaced, (above[at + 1] ?? 0) + 1, (here[at] ?? 0) + 1))
    }
    above = here
  }
  return above[to.length] ?? 0
}
