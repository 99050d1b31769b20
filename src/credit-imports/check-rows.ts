import { blindEmail, findStandardWallets, type StandardWallet } from '../consumers/mod.ts'
import { groupBy, isSameMetadata } from '../core/mod.ts'
import { findArchivedKeys, findTransfers, type KeyedTransfer } from '../ledger/mod.ts'
import type { CreditContext, StoredTotals } from './credit-import.ts'
import type { CreditRow, RowError } from './credit-row.ts'
import { keyOfRow, type StoredRow } from './stored-rows.ts'

export interface CheckedFile {
  readonly partnerId: number
  readonly fileReference: string
  readonly createsConsumers: boolean
}

/** Rows of a file, checked against what is stored. */
export interface CheckedRows {
  readonly rows: readonly StoredRow[]
  readonly errors: readonly RowError[]
  /** The sums of the rows that were not credited before. */
  readonly totals: StoredTotals
}

/** Checks rows as the write that credits them will, without moving anything. */
export async function checkRows(
  { db, vault }: CreditContext,
  file: CheckedFile,
  rows: readonly CreditRow[],
): Promise<CheckedRows> {
  const { partnerId, fileReference } = file
  const keys = rows.map((row) => keyOfRow(fileReference, row))
  const [wallets, transfers] = await Promise.all([
    walletFinder({ db, vault }, partnerId, rows),
    findTransfers(db, partnerId, 'wallet_transaction', keys),
  ])
  // Runs after the look-up above: the other way around, a key archived in between would be missed.
  const archived = await findArchivedKeys(db, partnerId, 'wallet_transaction', keys)
  const errors: RowError[] = []
  const stored: StoredRow[] = []
  const totals = new Map<string, [minor: bigint, rows: number]>()
  for (const row of rows) {
    const key = keyOfRow(fileReference, row)
    const transfer = transfers.get(key)
    const check = archived.has(key) ? WAS_ARCHIVED : checkRow(row, { file, wallets, transfer })
    if ('message' in check) {
      errors.push({ line: row.line, ...check })
      continue
    }
    stored.push(withWallet(row, check.walletId))
    if (transfer) continue
    const [minor, count] = totals.get(row.currency.code) ?? [0n, 0]
    totals.set(row.currency.code, [minor + row.amountMinor, count + 1])
  }
  const sums = Array.from(
    totals,
    ([code, [minor, count]]) => [code, [String(minor), count]] as const,
  )
  return { rows: stored, errors, totals: Object.fromEntries(sums) }
}

/** Copies a row member by member, because a spread is slower: see `sealRows`. */
function withWallet(row: CreditRow, walletId: number | undefined): StoredRow {
  return {
    line: row.line,
    walletId,
    email: row.email,
    consumerId: row.consumerId,
    fullName: row.fullName,
    currency: row.currency,
    amountMinor: row.amountMinor,
    reference: row.reference,
    description: row.description,
    metadata: row.metadata,
  }
}

const WAS_ARCHIVED = {
  field: 'reference',
  message: 'was used by a transaction that is archived',
} as const

type RowCheck = Pick<StoredRow, 'walletId'> | Omit<RowError, 'line'>

function checkRow(
  row: CreditRow,
  {
    file,
    wallets,
    transfer,
  }: {
    readonly file: CheckedFile
    readonly wallets: WalletFinder
    readonly transfer: KeyedTransfer | undefined
  },
): RowCheck {
  const { wallet, isKnown } = wallets(row)
  if (transfer) {
    if (wallet && isSame(transfer, row, wallet.walletId)) return { walletId: wallet.walletId }
    return { field: 'reference', message: 'was already used for another transaction' }
  }
  if (wallet?.status === 'ENABLED') return { walletId: wallet.walletId }
  const field = row.email === undefined ? 'consumerId' : 'email'
  if (wallet) return { field, message: `has a wallet that is ${wallet.status}` }
  const { code } = row.currency
  const isOpened = file.createsConsumers && row.email !== undefined
  if (isKnown) {
    if (isOpened) return { walletId: undefined }
    return { field: 'currency', message: `is ${code}, in which the consumer has no wallet` }
  }
  if (!isOpened) return { field, message: 'is not a consumer of the partner' }
  if (row.fullName !== '') return { walletId: undefined }
  return { field: 'fullName', message: 'must be given for a new consumer' }
}

function isSame(transfer: KeyedTransfer, row: CreditRow, walletId: number): boolean {
  return (
    transfer.code === 'wallet_credit' &&
    transfer.creditAccount === walletId &&
    transfer.amount === row.amountMinor &&
    transfer.memo === row.description &&
    isSameMetadata(transfer.metadata, row.metadata)
  )
}

/** Finds the wallet of a row, and whether the partner has its consumer. */
export type WalletFinder = (row: CreditRow) => {
  readonly wallet: StandardWallet['wallet']
  readonly isKnown: boolean
}

/** Reads the wallets of the consumers that these rows name. */
export async function walletFinder(
  { db, vault }: Pick<CreditContext, 'db' | 'vault'>,
  partnerId: number,
  rows: readonly CreditRow[],
): Promise<WalletFinder> {
  const blinds = new Map<string, string>()
  for (const { email } of rows) {
    if (email !== undefined && !blinds.has(email)) {
      blinds.set(email, blindEmail(vault, partnerId, email))
    }
  }
  const consumerIds = [...new Set(rows.flatMap(({ consumerId }) => consumerId ?? []))]
  const wallets = await findStandardWallets(db, partnerId, {
    emailBlinds: [...blinds.values()],
    consumerIds,
  })
  const byBlind = groupBy(wallets, ({ emailBlind }) => emailBlind)
  const byId = groupBy(wallets, ({ consumerId }) => consumerId)
  return ({ email, consumerId, currency }) => {
    const ofConsumer =
      email === undefined ? byId.get(consumerId ?? 0) : byBlind.get(blinds.get(email) ?? '')
    const wallet = ofConsumer?.find((one) => one.wallet?.currency === currency.code)?.wallet
    return { wallet, isKnown: ofConsumer !== undefined }
  }
}
