import { oneRow, type Tx } from '../db/mod.ts'
import { blockGroups } from '../ledger/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { eraseMessagesTo, eraseRecipientsOf, hasParts, insertErasures } from './erasure-rows.ts'
import { readPhone } from './phone.ts'
import { blindAddress } from './unsubscribe.ts'

interface RecipientToErase {
  readonly partnerId: number
  readonly recipient: string
  readonly now: number
}

/**
 * Erases the person with an e-mail address or phone number from a partner's links (with name and
 * message) and from the mails of these links. The links and their money stay: anybody who has the
 * address of a link can claim it. Locks the book. Links that wait to be written are written without
 * this person. Returns the number of changed links, and whether others wait.
 */
export async function eraseLinkRecipients(
  tx: Tx,
  vault: Pick<Vault, 'blindIndex'>,
  { partnerId, recipient, now }: RecipientToErase,
): Promise<{ readonly links: number; readonly hasWaiting: boolean }> {
  const phone = readPhone(recipient)
  // A phone number may be written as it is stored.
  const addresses = [...new Set([recipient, phone ?? recipient])]
  const blinds = addresses.map((one) => blindAddress(vault, partnerId, one))
  // With this lock, a group that writes such links either has committed or will see the erasure.
  await blockGroups(tx, partnerId)
  const erasures = blinds.map((blind) => ({ blind, now }))
  await tx.rows(insertErasures(partnerId, erasures))
  const erased = await tx.rows(eraseRecipientsOf(partnerId, blinds))
  tx.write(eraseMessagesTo(partnerId, blinds))
  const { has_parts: hasWaiting } = await oneRow(tx, hasParts(partnerId))
  return { links: erased.length, hasWaiting }
}
