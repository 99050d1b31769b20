import type { Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { eraseMessagesTo, eraseRecipientsOf } from './erasure-rows.ts'
import { blindAddress } from './unsubscribe.ts'

/**
 * Removes whoever has an address from a partner's links, with name and message, and their address
 * from its mails. Links and their money stay: whoever has the address of one can claim it. Returns
 * how many links there were.
 */
export async function eraseLinkRecipients(
  tx: Tx,
  vault: Pick<Vault, 'blindIndex'>,
  { partnerId, email }: { readonly partnerId: number; readonly email: string },
): Promise<number> {
  const blind = blindAddress(vault, partnerId, email)
  const erased = await tx.rows(eraseRecipientsOf(partnerId, blind))
  tx.write(eraseMessagesTo(partnerId, blind))
  return erased.length
}
