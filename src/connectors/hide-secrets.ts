import type { Fields } from './adapter.ts'

/** Shorter texts are no secrets, and stand in many others. */
const SECRET_LENGTH_MIN = 4

/** Returns a text of a supplier without our secrets. */
export function hideSecrets(text: string, secrets: Fields): string {
  let hidden = text
  for (const secret of Object.values(secrets)) {
    if (secret !== undefined && secret.length >= SECRET_LENGTH_MIN) {
      hidden = hidden.replaceAll(secret, '***')
    }
  }
  return hidden
}

/**
 * Returns what a supplier has said without our secrets: it is shown and stored, and a supplier may
 * echo them.
 */
export function withoutSecrets<Said extends object>(said: Said, secrets: Fields): Said {
  if (!('detail' in said) || typeof said.detail !== 'string') return said
  return { ...said, detail: hideSecrets(said.detail, secrets) }
}
