import type { Vault } from '../vault/mod.ts'

/** An address as it is stored: found by its hash, opened only to show it or to send a mail. */
export interface SealedEmail {
  /**
   * Equal for equal addresses of the same partner only. A UUID, because PostgreSQL has no other
   * type of 16 bytes.
   */
  readonly blind: string
  readonly sealed: Buffer
}

const BLIND_BYTES = 16

/** Returns the hash of an address that `foldEmail` has normalized; costs one HMAC. */
export function blindEmail(vault: Vault, partnerId: number, email: string): string {
  const blind = vault.blindIndex('consumer_index', `${partnerId}:${email}`)
  const hex = blind.toString('hex', 0, BLIND_BYTES)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return `${parts.join('-')}-${hex.slice(20)}`
}

/** Seals an address that `foldEmail` has normalized, with the key in use. */
export function sealEmail(vault: Vault, partnerId: number, email: string): SealedEmail {
  const blind = blindEmail(vault, partnerId, email)
  const plaintext = Buffer.from(email, 'utf8')
  return { blind, sealed: vault.seal('consumers', contextOf(partnerId, blind), plaintext) }
}

/**
 * Returns the addresses of one partner, in the order given. Reads missing keys first. Throws
 * SealBroken for an address that was sealed elsewhere.
 */
export async function openEmails(
  vault: Vault,
  partnerId: number,
  emails: readonly SealedEmail[],
): Promise<string[]> {
  await vault.prepare(emails.map(({ sealed }) => sealed))
  return emails.map(({ blind, sealed }) =>
    vault.open('consumers', contextOf(partnerId, blind), sealed).toString('utf8'),
  )
}

function contextOf(partnerId: number, blind: string): string {
  return `consumers:${partnerId}:${blind}`
}
