import type { Writer } from '../db/mod.ts'
import { decodeCodes } from '../supply/mod.ts'
import { codeSealer, type Vault } from '../vault/mod.ts'
import { deleteCards, insertCards, type CardBatch, type CardRange } from './card-rows.ts'

/** The cards of the codes of a segment, which are not inserted yet. */
export interface NewCards {
  readonly partnerId: number
  readonly currency: string
  readonly faceValueMinor: bigint
  /** The keyed hashes of the codes, in their order. */
  readonly blinds: Buffer
}

/** A batch whose codes were sealed, with their cards. */
interface SealedSegment {
  readonly orderNo: number
  readonly batchNo: number
  readonly firstItemNo: number
  readonly quantity: number
  readonly cards?: NewCards | undefined
}

type Hasher = Pick<Vault, 'codeKeys'>

/** Returns the hashes by which the accounts of a block of codes are found. */
export function blindsOfCards(vault: Hasher, block: Buffer): Buffer {
  const { blindIndex } = codeSealer(vault.codeKeys())
  const blinds = decodeCodes(block).map((code) => blindIndex(undefined, code.giftCardNumber))
  return Buffer.from(blinds.join(''), 'latin1')
}

/** Returns the hash by which the account of a code is found, as the text of a UUID. */
export function blindOfCard(vault: Hasher, code: string): string {
  const bytes = Buffer.from(codeSealer(vault.codeKeys()).blindIndex(undefined, code), 'latin1')
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Opens the accounts of codes in the transaction that delivers them. Nobody can redeem them before
 * their order is COMPLETED. Sends no statement for codes without accounts.
 */
export function openCards(tx: Writer, segments: readonly SealedSegment[]): void {
  for (const { cards, ...place } of segments) {
    if (cards) tx.write(insertCards({ ...place, ...cards } satisfies CardRange))
  }
}

/**
 * Removes the accounts of codes in batches of cancelled orders. Nobody could redeem these codes.
 */
export function removeCards(
  tx: Writer,
  partnerId: number,
  batches: readonly Omit<CardBatch, 'partnerId'>[],
): void {
  tx.write(deleteCards(partnerId, batches))
}
