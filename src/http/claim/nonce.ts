import { isSameSecret } from '../../core/mod.ts'
import type { Vault } from '../../vault/mod.ts'
import type { Purse } from './view.ts'

const UUID_BYTES = 16

type Hasher = Pick<Vault, 'blindIndex'>
type Named = Pick<Purse, 'nonceName'>

/**
 * Returns the nonce that a form must send back, which only pages of this link or wallet have. `act`
 * is what the form does, such as `claim:0`, so that a nonce is valid for one form only.
 */
export function nonceOf(vault: Hasher, { nonceName }: Named, act: string): string {
  return hashOf(vault, `${nonceName}:${act}`).toString('base64url')
}

export function isNonce(
  vault: Hasher,
  named: Named,
  sent: { act: string; nonce: string },
): boolean {
  return isSameSecret(sent.nonce, nonceOf(vault, named, sent.act))
}

/** Returns the idempotency key of a claim, so a form that is sent again gets the same card. */
export function claimKey(
  vault: Hasher,
  { keyName }: Pick<Purse, 'keyName'>,
  number: number,
): string {
  const bytes = Buffer.from(hashOf(vault, `${keyName}:${number}`))
  // Version 8 of RFC 9562, which leaves the bits to us.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function hashOf(vault: Hasher, text: string): Buffer {
  return vault.blindIndex('consumer_index', text).subarray(0, UUID_BYTES)
}
