import { isUuid, type Signer } from '../core/mod.ts'

const API_KEY = /^tsk_(test_)?[\w-]{43}$/
const HMAC_SECRET = /^[A-Za-z0-9+/]{43}=$/
const HEX_SECRET = /^[0-9a-f]{64}$/i

/** Returns what the shapes of client id and API key say, or undefined if both look right. */
export function identityHint({ clientId, apiKey }: Signer): string | undefined {
  if (isApiKey(clientId) && isUuid(apiKey)) {
    return 'TESSERA_CLIENT_ID and TESSERA_API_KEY are swapped: exchange them'
  }
  if (isQuoted(clientId)) return 'TESSERA_CLIENT_ID has quotes around it: remove them'
  if (isQuoted(apiKey)) return 'TESSERA_API_KEY has quotes around it: remove them'
  if (!isUuid(clientId)) return `TESSERA_CLIENT_ID is not a UUID: ${AS_SHOWN}`
  if (isUuid(apiKey)) return 'TESSERA_API_KEY is a UUID, as client ids are: set the API key'
  if (HMAC_SECRET.test(apiKey)) return 'TESSERA_API_KEY looks like the HMAC secret: set the API key'
  if (!API_KEY.test(apiKey)) {
    return `TESSERA_API_KEY has not the form tsk_ and 43 characters: ${AS_SHOWN}`
  }
  return undefined
}

/** Returns what the shape of the secret says, or undefined if it looks right. */
export function secretHint(secret: string): string | undefined {
  if (isApiKey(secret)) return 'TESSERA_HMAC_SECRET is an API key: set the HMAC secret'
  if (secret.startsWith('whsec_')) {
    return 'TESSERA_HMAC_SECRET is the secret of a webhook: set the HMAC secret of the credential'
  }
  if (HMAC_SECRET.test(secret)) return undefined
  return `TESSERA_HMAC_SECRET has ${secret.length} characters in place of 44: ${AS_SHOWN}`
}

const AS_SHOWN = 'set it as it was shown when the credential was issued'

interface Variant {
  readonly secret: string
  /** The change that was made to the secret, and the remedy. */
  readonly says: string
}

/** Returns the secrets that a common mistake may have turned into this one. */
export function secretVariants(secret: string): Variant[] {
  const variants: Variant[] = []
  if (isQuoted(secret)) {
    variants.push({ secret: secret.slice(1, -1), says: 'it has quotes around it: remove them' })
  }
  if (HEX_SECRET.test(secret)) {
    const says = 'it was decoded from Base64 and written in hex: keep the Base64 as text'
    variants.push({ secret: Buffer.from(secret, 'hex').toString('base64'), says })
  }
  if (/^[\w-]{43}=?$/.test(secret)) {
    const says = 'it was written in base64url, or lost its last =: keep the text as it was shown'
    variants.push({ secret: Buffer.from(secret, 'base64url').toString('base64'), says })
  }
  const doubly = Buffer.from(secret, 'base64').toString('latin1')
  if (HMAC_SECRET.test(doubly)) {
    variants.push({ secret: doubly, says: 'it was encoded in Base64 once more: decode it once' })
  }
  return variants.filter((one) => one.secret !== secret)
}

function isApiKey(text: string): boolean {
  return text.startsWith('tsk_')
}

function isQuoted(text: string): boolean {
  return /^(["']).*\1$/.test(text)
}
