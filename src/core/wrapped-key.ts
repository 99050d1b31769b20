/**
 * A master key as a key management service (KMS) has encrypted it. `key` is the name of the
 * service's key; the ciphertext of AWS KMS names its key itself.
 */
export type WrappedKey =
  | { readonly kms: 'aws'; readonly ciphertext: Buffer }
  | { readonly kms: 'vault'; readonly key: TransitKey; readonly ciphertext: string }

/** A key of the secrets engine Transit of HashiCorp Vault: where it is mounted, and its name. */
export interface TransitKey {
  readonly mount: string
  readonly name: string
}

const AWS = /^aws-kms:([A-Za-z0-9+/]+={0,2})$/
const TRANSIT_KEY = /^([\w.-]+(?:\/[\w.-]+)*)\/([\w.-]+)$/
const VAULT = /^vault:([\w./-]+):(v\d+:[A-Za-z0-9+/]+={0,2})$/

/** Parses a text such as `aws-kms:AQICA...`. Returns undefined if it is malformed. */
export function readWrappedKey(text: string): WrappedKey | undefined {
  const [, blob] = AWS.exec(text) ?? []
  if (blob !== undefined) {
    const ciphertext = Buffer.from(blob, 'base64')
    return ciphertext.toString('base64') === blob ? { kms: 'aws', ciphertext } : undefined
  }
  const [, path = '', ciphertext = ''] = VAULT.exec(text) ?? []
  const key = readTransitKey(path)
  return key && { kms: 'vault', key, ciphertext: `vault:${ciphertext}` }
}

/** Returns the key that a path such as `transit/tessera` names; undefined if it is malformed. */
export function readTransitKey(path: string): TransitKey | undefined {
  const [, mount, name] = TRANSIT_KEY.exec(path) ?? []
  return mount === undefined || name === undefined ? undefined : { mount, name }
}

/** Returns the text that `readWrappedKey` reads. */
export function wrappedKeyText(wrapped: WrappedKey): string {
  if (wrapped.kms === 'aws') return `aws-kms:${wrapped.ciphertext.toString('base64')}`
  const { mount, name } = wrapped.key
  return `vault:${mount}/${name}:${wrapped.ciphertext.replace(/^vault:/, '')}`
}
