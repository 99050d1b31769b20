import { blindEmail, findStandardWallets } from '../consumers/mod.ts'
import { yieldToEventLoop } from '../core/mod.ts'
import { transact } from '../db/mod.ts'
import type { CreditContext } from './credit-import.ts'
import { replaceRows, sealedParts } from './sealed-part-rows.ts'
import { openRows, sealRows, type StoredRow } from './stored-rows.ts'

type EraseContext = Pick<CreditContext, 'db' | 'vault'>

const PARTS_READ = 8
const BEFORE_ALL = { importId: '00000000-0000-0000-0000-000000000000', partNo: -1 }

/**
 * Returns a function that erases a consumer from stored files of credits. It erases the name,
 * address and description in the consumer's rows, which are refused from then on. The function is
 * created before the consumer is erased. Calling it again afterwards erases rows of a file that was
 * checked meanwhile.
 */
export async function consumerInFiles(
  context: EraseContext,
  partnerId: number,
  consumerId: number,
): Promise<() => Promise<void>> {
  const keys = { emailBlinds: [], consumerIds: [consumerId] }
  const wallets = await findStandardWallets(context.db, partnerId, keys)
  const emailBlind = wallets[0]?.emailBlind
  const walletIds = new Set(wallets.map(({ wallet }) => wallet?.walletId))
  const { vault } = context
  const isOf = ({ walletId, email, ...row }: StoredRow): boolean =>
    row.consumerId === consumerId ||
    (walletId !== undefined && walletIds.has(walletId)) ||
    (email !== undefined && blindEmail(vault, partnerId, email) === emailBlind)
  return () => eraseRows(context, partnerId, isOf)
}

/** Erases these rows from every part of a partner that has some. */
async function eraseRows(
  context: EraseContext,
  partnerId: number,
  isOf: (row: StoredRow) => boolean,
): Promise<void> {
  for (let after = BEFORE_ALL; ;) {
    const parts = await context.db.rows(sealedParts(partnerId, after, PARTS_READ))
    for (const { import_id: importId, part_no: partNo, sealed } of parts) {
      const key = { partnerId, importId }
      const isDone = await eraseFromPart(context, { key, partNo, sealed }, isOf)
      // Another erasure has changed the part, so it is read again.
      if (!isDone) break
      after = { importId, partNo }
      await yieldToEventLoop(sealed.length)
    }
    if (parts.length === 0) return
  }
}

async function eraseFromPart(
  { db, vault }: EraseContext,
  part: { readonly key: { partnerId: number; importId: string }; partNo: number; sealed: Buffer },
  isOf: (row: StoredRow) => boolean,
): Promise<boolean> {
  const { key, partNo, sealed: before } = part
  const rows = await openRows(vault, key, { partNo, sealed: before })
  if (!rows.some(isOf)) return true
  const erased = rows.map((row) => (isOf(row) ? withoutPerson(row) : row))
  const sealed = sealRows(vault, key, { partNo, rows: erased })
  return transact(db, async (tx) => {
    vault.requireKeys(tx, [sealed])
    return (await tx.rows(replaceRows(key, { partNo, before, sealed }))).length > 0
  })
}

function withoutPerson({ line, reference, currency, amountMinor }: StoredRow): StoredRow {
  const unnamed = { line, reference, currency, amountMinor }
  return { ...unnamed, walletId: undefined, fullName: '', description: undefined, isErased: true }
}
