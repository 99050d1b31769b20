const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * Returns the mark by which a block with a request about this order, or with this caller's id, is
 * found: FNV-1a as a signed integer. Different names may share a mark.
 */
export function markOf(name: string): number {
  let hash = FNV_BASIS
  for (let at = 0; at < name.length; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), FNV_PRIME)
  }
  return hash | 0
}

const INT4_BYTES = 4
const INT4_OID = 23
/** Dimensions, whether there are nulls, type, length, and the first index. */
const HEAD_FIELDS = 5

/** Returns an `integer[]` in PostgreSQL's binary format, or undefined if there are no marks. */
export function sentMarks(marks: ReadonlySet<number>): Buffer | undefined {
  if (marks.size === 0) return undefined
  const bytes = Buffer.allocUnsafe((HEAD_FIELDS + marks.size * 2) * INT4_BYTES)
  let at = 0
  for (const value of [1, 0, INT4_OID, marks.size, 1]) at = bytes.writeInt32BE(value, at)
  for (const mark of marks) at = bytes.writeInt32BE(mark, bytes.writeInt32BE(INT4_BYTES, at))
  return bytes
}
