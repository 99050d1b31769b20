import { bigint, integer, table, uuid, type OrderRecipientsRow, type Statement } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { PlacedLine } from './line-rows.ts'

/** One value of the recipient of a line, by its keyed hash. */
interface RecipientBlind {
  readonly orderNo: number
  readonly lineNo: number
  readonly blind: string
}

const PHONE = /^\+?[\d\s().-]+$/

/**
 * Returns a value in a form that is equal for all its spellings: of phone numbers, only the digits.
 */
export function foldRecipient(value: string): string {
  const text = value.trim().toLowerCase().normalize('NFC')
  return PHONE.test(text) ? text.replaceAll(/\D/g, '') : text
}

/** Returns the keyed hash by which the orders of a recipient are found, as a UUID. */
export function blindRecipient(vault: Pick<Vault, 'blindIndex'>, value: string): string {
  // Addresses of consumers are hashed with the number of their partner in front.
  const blind = vault.blindIndex('consumer_index', `recipient:${foldRecipient(value)}`)
  const hex = blind.toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Returns the hashes of the recipients of lines: none for most orders. */
export function recipientBlinds(
  vault: Pick<Vault, 'blindIndex'>,
  lines: readonly PlacedLine[],
): RecipientBlind[] {
  return lines.flatMap(({ orderNo, lineNo, priced }) => {
    if (!priced.recipient) return []
    const values = Object.values(priced.recipient)
    const blinds = new Set(values.map((value) => blindRecipient(vault, value)))
    return [...blinds].map((blind) => ({ orderNo, lineNo, blind }))
  })
}

const BLINDS = table<OrderRecipientsRow, RecipientBlind, number>(
  'order_recipients',
  {
    blind: uuid((one) => one.blind),
    order_no: bigint((one) => one.orderNo),
    line_no: integer((one) => one.lineNo),
  },
  { partner_id: integer((partnerId) => partnerId) },
)

export function insertRecipientBlinds(
  partnerId: number,
  blinds: readonly RecipientBlind[],
): Statement<never> {
  return BLINDS.insert(blinds, partnerId)
}
