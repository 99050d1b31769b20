import { createHash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Vault } from '../vault/mod.ts'

/** What a partner signs with, in clear: shown once, when it is issued, and never kept. */
export interface CredentialSecrets {
  readonly clientId: string
  readonly apiKey: string
  readonly hmacSecret: string
}

/** What is kept of them. */
export interface SealedSecrets {
  readonly apiKeyHash: Buffer
  readonly hmacSecretSealed: Buffer
}

const SECRET_BYTES = 32
const API_KEY_PREFIX = 'tsk_'

/**
 * A fresh client id (UUID), API key (`tsk_` + base64url of 32 random bytes) and HMAC secret (Base64
 * of 32 random bytes). The key of the signature's HMAC is the UTF-8 bytes of that Base64 text as
 * it stands, not the bytes it decodes to: so a partner signs with the text it was shown.
 */
export function makeSecrets(): CredentialSecrets {
  return {
    // Ordered by time, which breaks the tie of two that are made in one instant.
    clientId: uuidv7(),
    apiKey: API_KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url'),
    hmacSecret: randomBytes(SECRET_BYTES).toString('base64'),
  }
}

/** The API key has 256 random bits, so that a fast hash of it gives nothing away. */
export function sealSecrets(vault: Vault, secrets: CredentialSecrets): SealedSecrets {
  const plaintext = Buffer.from(secrets.hmacSecret, 'utf8')
  return {
    apiKeyHash: createHash('sha256').update(secrets.apiKey, 'utf8').digest(),
    hmacSecretSealed: vault.seal('credentials', contextOf(secrets.clientId), plaintext),
  }
}

/** The key that checks a client's signatures; throws where the sealed bytes are not its own. */
export function openHmacKey(vault: Vault, clientId: string, sealed: Buffer): KeyObject {
  return createSecretKey(vault.open('credentials', contextOf(clientId), sealed))
}

function contextOf(clientId: string): string {
  return `credential:${clientId}`
}
