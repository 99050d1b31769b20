import { invalidField, type Signer } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** Our credential at an upstream, as the upstream issued it. */
export interface UpstreamSecrets {
  readonly apiKey: string
  readonly hmacSecret: string
}

const SECRET_LENGTH_MAX = 512

/** Returns the secret. Refuses invalid_request naming the field and not its value. */
export function checkSecret(field: string, secret: string): string {
  if (secret.length <= SECRET_LENGTH_MAX && /^[\x21-\x7e]+$/.test(secret)) return secret
  throw invalidField(field, `must have 1 to ${SECRET_LENGTH_MAX} visible ASCII characters`)
}

export function sealSecrets(vault: Vault, name: string, secrets: UpstreamSecrets): Buffer {
  const { apiKey, hmacSecret } = secrets
  const plaintext = Buffer.from(`${apiKey}\n${hmacSecret}`, 'utf8')
  return vault.seal('credentials', contextOf(name), plaintext)
}

/** Returns the credential that requests to the upstream are signed with. */
export function openSigner(
  vault: Vault,
  { name, clientId, sealed }: { name: string; clientId: string; sealed: Buffer },
): Signer {
  const text = vault.open('credentials', contextOf(name), sealed).toString('utf8')
  const [apiKey = '', hmacSecret = ''] = text.split('\n')
  return { clientId, apiKey, hmacSecret }
}

/** The context that the credential is sealed with. It may contain the name, which never changes. */
function contextOf(name: string): string {
  return `upstream:${name}`
}
