/** A request whose signature is verified, as its sender made it. */
export interface GivenRequest {
  readonly method: string
  /** Path and query, or undefined if they are not known. */
  readonly target: string | undefined
  /** The names are in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  readonly hmacSecret: string
  /** The client id that belongs to the secret, if it is known. */
  readonly clientId: string | undefined
}

/** A mistake in one header. */
export interface Mistake {
  readonly header: string
  /** The mistake and its remedy, for people. */
  readonly says: string
}

export function headerOf({ headers }: GivenRequest, name: string): string {
  return headers.get(name) ?? ''
}

/** A reading of a text as bytes. The protocol allows Base64 only. */
export interface Spelling {
  readonly bytes: Buffer
  /** The mistake, or undefined for Base64. */
  readonly says: string | undefined
}

const HEX = /^[0-9a-f]{64}$/i
const BASE64 = /^[A-Za-z0-9+/]{43}=$/

/** Returns every reading of a text that may be a hash or a signature. */
export function spellingsOf(text: string): Spelling[] {
  if (HEX.test(text)) return [{ bytes: Buffer.from(text, 'hex'), says: IN_HEX }]
  if (BASE64.test(text)) return [{ bytes: Buffer.from(text, 'base64'), says: undefined }]
  const bytes = Buffer.from(text, 'base64')
  const inner = bytes.toString('latin1')
  if (HEX.test(inner)) return [{ bytes: Buffer.from(inner, 'hex'), says: HEX_AS_TEXT }]
  return [{ bytes, says: NOT_BASE64 }]
}

const IN_HEX = 'it is in hex: write the 32 bytes as Base64'
const HEX_AS_TEXT = 'it is the Base64 of a text in hex: write the 32 bytes as Base64'
const NOT_BASE64 = 'it is not the standard Base64 of 32 bytes: use + and /, and the = at the end'
