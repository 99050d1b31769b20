import type { Vault } from '../vault/mod.ts'

/** Crockford's base 32 in lower case: it survives every mail program, and being read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SECRET_LENGTH = 26
const SECRET_BITS = 128n
/** Prime, so that the check finds every wrong character and every swap of two. */
const MODULUS = 31

const TOKEN = new RegExp(`^([1-9][0-9]{0,6})-([${ALPHABET}]{${SECRET_LENGTH}})([${ALPHABET}])$`)

/** The link of a token, and the generation of the token. */
export interface TokenSource {
  readonly partnerId: number
  readonly key: string
  readonly generation: number
}

type Hasher = Pick<Vault, 'blindIndex'>

/**
 * Returns the token of a link: the partner's number, 128 bits and a check character. The bits are a
 * keyed hash of a random key, so the service can send the same link again without storing its
 * token.
 */
export function tokenOf(vault: Hasher, { partnerId, key, generation }: TokenSource): string {
  return tokenNamed(vault, partnerId, `link-token:${partnerId}:${key}:${generation}`)
}

/** Returns a token of the same form for another page, which `text` identifies. */
export function tokenNamed(vault: Hasher, partnerId: number, text: string): string {
  const bytes = vault.blindIndex('consumer_index', text).subarray(0, Number(SECRET_BITS) / 8)
  const secret = base32(BigInt(`0x${bytes.toString('hex')}`))
  return `${partnerId}-${secret}${checkOf(`${partnerId}${secret}`)}`
}

/** Returns the hash by which the link of a token is found. */
export function tokenHash(vault: Hasher, token: string): Buffer {
  return vault.blindIndex('consumer_index', `link-hash:${token}`)
}

/** Returns the partner of a token; undefined if it is misspelled, which needs no lookup. */
export function partnerOfToken(token: string): number | undefined {
  const [, partner, secret, check] = TOKEN.exec(token) ?? []
  if (partner === undefined || secret === undefined) return undefined
  return checkOf(`${partner}${secret}`) === check ? Number(partner) : undefined
}

function base32(value: bigint): string {
  let rest = value
  let text = ''
  for (let at = 0; at < SECRET_LENGTH; at += 1) {
    text = (ALPHABET[Number(rest % 32n)] ?? '') + text
    rest /= 32n
  }
  return text
}

function checkOf(text: string): string {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) {
    sum += ((at % (MODULUS - 1)) + 1) * ALPHABET.indexOf(text.charAt(at))
  }
  return ALPHABET[sum % MODULUS] ?? ''
}
