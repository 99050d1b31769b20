/** A line of the text that a signature covers. */
export type SignedLine =
  | 'version'
  | 'method'
  | 'target'
  | 'timestamp'
  | 'clientId'
  | 'bodyHash'
  | 'idempotencyKey'
  | 'nonce'

/** A mistake that clients make, found by how the text differs. */
export type SigningMistake =
  | 'otherLineFeeds'
  | 'lineFeedAtEnd'
  | 'otherLines'
  | 'methodCase'
  | 'otherTimestamp'
  | 'timestampForm'
  | 'otherClientId'
  | 'hexHash'
  | 'urlSafeHash'
  | 'emptyBody'
  | 'otherBody'
  | 'withoutQuery'
  | 'withHost'
  | 'other'

export interface Difference {
  /** Undefined if the mistake is about the whole text. */
  readonly line?: SignedLine
  readonly expected?: string
  readonly signed?: string
  readonly mistake: SigningMistake
}

const LINES: readonly SignedLine[] = ['method', 'timestamp', 'clientId', 'bodyHash']
const LINES_V2: readonly SignedLine[] = [
  'version',
  'method',
  'target',
  'timestamp',
  'clientId',
  'bodyHash',
  'idempotencyKey',
  'nonce',
]
const EMPTY_BODY = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/** Returns the differences between the text that a client signed and the expected text. */
export function compareSigned(expected: string, signed: string): Difference[] {
  if (expected === signed) return []
  if (signed.includes('\r')) return [{ mistake: 'otherLineFeeds' }]
  if (`${expected}\n` === signed) return [{ mistake: 'lineFeedAtEnd' }]
  const names = expected.startsWith('v2\n') ? LINES_V2 : LINES
  const expectedLines = expected.split('\n')
  const signedLines = signed.split('\n')
  if (signedLines.length !== expectedLines.length) return [{ mistake: 'otherLines' }]
  return names.flatMap((line, at): Difference[] => {
    const [one = '', other = ''] = [expectedLines[at], signedLines[at]]
    if (one === other) return []
    return [{ line, expected: one, signed: other, mistake: mistakeOf(line, one, other) }]
  })
}

function mistakeOf(line: SignedLine, expected: string, signed: string): SigningMistake {
  if (line === 'method' && signed.toUpperCase() === expected) return 'methodCase'
  if (line === 'timestamp') return /^\d+$/.test(signed) ? 'timestampForm' : 'otherTimestamp'
  if (line === 'clientId') return 'otherClientId'
  if (line === 'bodyHash') return hashMistake(expected, signed)
  if (line === 'target' && expected.startsWith(`${signed}?`)) return 'withoutQuery'
  if (line === 'target' && /^https?:/.test(signed)) return 'withHost'
  return 'other'
}

function hashMistake(expected: string, signed: string): SigningMistake {
  if (/^[0-9a-f]{64}$/i.test(signed)) return 'hexHash'
  if (signed === EMPTY_BODY || expected === EMPTY_BODY) return 'emptyBody'
  const standard = signed.replaceAll('-', '+').replaceAll('_', '/')
  const isSame = standard === expected || `${standard}=` === expected
  return isSame ? 'urlSafeHash' : 'otherBody'
}
