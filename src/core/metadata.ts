/** Labels that a partner gives its own records, such as a team or a cost center: value by key. */
export type Metadata = Readonly<Record<string, string>>

/** One key of metadata with its value, to search by. */
export interface Label {
  readonly key: string
  readonly value: string
}

export const METADATA_KEYS_MAX = 20
export const METADATA_KEY_LENGTH_MAX = 40
const METADATA_VALUE_LENGTH_MAX = 200

/** Returns the fault of metadata; undefined if it is valid. Lengths are in UTF-16 units. */
export function metadataFault(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const entries = Object.entries(metadata)
  if (entries.length > METADATA_KEYS_MAX) return `must have at most ${METADATA_KEYS_MAX} keys`
  for (const [key, value] of entries) {
    if (key === '' || key.length > METADATA_KEY_LENGTH_MAX) {
      return `must have keys of 1 to ${METADATA_KEY_LENGTH_MAX} characters`
    }
    if (key.includes(':')) return 'must have no key with a colon'
    if (typeof value !== 'string' || value.length > METADATA_VALUE_LENGTH_MAX) {
      return `must have texts as values, of at most ${METADATA_VALUE_LENGTH_MAX} characters`
    }
  }
  return undefined
}

/** True if both have the same keys and values, or neither has any metadata. */
export function isSameMetadata(one: Metadata | undefined, other: Metadata | undefined): boolean {
  if (!one || !other) return one === other
  return JSON.stringify(orderedMetadata(one)) === JSON.stringify(orderedMetadata(other))
}

/** Returns metadata with its keys in one order, so that a replay has the bytes of the first. */
export function orderedMetadata(metadata: Metadata): Metadata {
  const entries = Object.entries(metadata)
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
