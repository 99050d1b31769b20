import type { Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { eraseMessagesTo, eraseRecipientsOf } from './erasure-rows.ts'
import { readPhone } from './phone.ts'
import { blindAddress } from './unsubscribe.ts'

/**
 * Erases the person with an e-mail address or phone number from a partner's links (with name and
 * message) and from the mails of these links. The links and their money stay: anybody who has the
 * address of a link can claim it. Returns the number of changed links.
 */
export async function eraseLinkRecipients(
  tx: Tx,
  vault: Pick<Vault, 'blindIndex'>,
  { partnerId, recipient }: { readonly partnerId: number; readonly recipient: string },
): Promise<number> {
  const phone = readPhone(recipient)
  const addresses = phone === undefined ? [recipient] : [recipient, phone]
  const blinds = addresses.map((one) => blindAddress(vault, partnerId, one))
  const erased = await tx.rows(eraseRecipientsOf(partnerId, blinds))
  tx.write(eraseMessagesTo(partnerId, blinds))
  return erased.length
}
