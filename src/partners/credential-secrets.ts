import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { randomBytes } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** The secrets in clear text. They are shown when they are issued, and never stored. */
export interface CredentialSecrets {
  readonly clientId: string
  readonly apiKey: string
  readonly hmacSecret: string
}

/** The stored form of the secrets. */
export interface SealedSecrets {
  readonly apiKeyHash: Buffer
  readonly hmacSecretSealed: Buffer
}

const SECRET_BYTES = 32
const API_KEY_PREFIX = 'tsk_'
const TEST_API_KEY_PREFIX = 'tsk_test_'

/**
 * Generates a client id (UUID), an API key (`tsk_`, or `tsk_test_` for a test partner, + base64url
 * of 32 random bytes) and an HMAC secret (Base64 of 32 random bytes). The HMAC key is the UTF-8
 * bytes of that Base64 text, not the bytes that it decodes to: partners sign with the text that
 * they see.
 */
export function makeSecrets({ isTest }: { readonly isTest: boolean }): CredentialSecrets {
  const prefix = isTest ? TEST_API_KEY_PREFIX : API_KEY_PREFIX
  return {
    // Ids are ordered by time, so they also order credentials that are issued in one millisecond.
    clientId: uuidv7(),
    apiKey: prefix + randomBytes(SECRET_BYTES).toString('base64url'),
    hmacSecret: randomBytes(SECRET_BYTES).toString('base64'),
  }
}

/** The API key has 256 random bits, so a fast hash of it is safe. */
export function sealSecrets(vault: Vault, secrets: CredentialSecrets): SealedSecrets {
  const plaintext = Buffer.from(secrets.hmacSecret, 'utf8')
  return {
    apiKeyHash: createHash('sha256').update(secrets.apiKey, 'utf8').digest(),
    hmacSecretSealed: vault.seal('credentials', contextOf(secrets.clientId), plaintext),
  }
}

/**
 * Returns the key that checks a client's signatures. Throws if the sealed bytes are not its own.
 */
export function openHmacKey(vault: Vault, clientId: string, sealed: Buffer): KeyObject {
  return createSecretKey(vault.open('credentials', contextOf(clientId), sealed))
}

function contextOf(clientId: string): string {
  return `credential:${clientId}`
}
