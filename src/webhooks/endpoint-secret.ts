import { randomBytes } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { formatEndpointId, type EndpointName } from './endpoint.ts'

const SECRET_BYTES = 32
const PREFIX = 'whsec_'

/** A new secret: its text, which is shown once, and its stored form. */
export interface NewSecret {
  readonly secret: string
  readonly sealed: Buffer
}

/** Generates a secret: `whsec_` + Base64 of 32 random bytes, which are the key of signatures. */
export function makeSecret(vault: Vault, endpoint: EndpointName): NewSecret {
  const key = randomBytes(SECRET_BYTES)
  return {
    secret: PREFIX + key.toString('base64'),
    sealed: vault.seal('credentials', contextOf(endpoint), key),
  }
}

/** Returns the key that was sealed; `vault` must have prepared it. */
export function openSecret(vault: Vault, endpoint: EndpointName, sealed: Buffer): Buffer {
  return vault.open('credentials', contextOf(endpoint), sealed)
}

function contextOf(endpoint: EndpointName): string {
  return `webhook-endpoint:${formatEndpointId(endpoint)}`
}
