import { sql, type ConsumersRow, type Db, type Statement, type WalletsRow } from '../db/mod.ts'
import type { WalletStatus } from './wallet.ts'

/** A consumer, and one of its STANDARD wallets if it has one. */
export interface StandardWallet {
  readonly consumerId: number
  /** The hash of the address by `blindEmail`. */
  readonly emailBlind: string
  readonly wallet:
    | { readonly walletId: number; readonly currency: string; readonly status: WalletStatus }
    | undefined
}

/** Returns the consumers with these ids or hashes of addresses, with each of their wallets. */
export async function findStandardWallets(
  db: Db,
  partnerId: number,
  keys: { readonly emailBlinds: readonly string[]; readonly consumerIds: readonly number[] },
): Promise<StandardWallet[]> {
  const rows = await db.rows(standardWallets(partnerId, keys))
  return rows.map(({ consumer_id: id, email_blind: emailBlind, wallet_id, currency, status }) => ({
    consumerId: Number(id),
    emailBlind,
    wallet: wallet_id === null ? undefined : { walletId: Number(wallet_id), currency, status },
  }))
}

interface StandardWalletRow extends Pick<ConsumersRow, 'consumer_id'> {
  email_blind: string
  wallet_id: WalletsRow['wallet_id'] | null
  currency: string
  status: WalletStatus
}

/** Two branches, each with its own index. A consumer that is named both ways comes twice. */
function standardWallets(
  partnerId: number,
  {
    emailBlinds,
    consumerIds,
  }: { readonly emailBlinds: readonly string[]; readonly consumerIds: readonly number[] },
): Statement<StandardWalletRow> {
  const consumersWithWallets = sql`
    select c.consumer_id, c.email_blind, w.wallet_id, w.currency, w.status
    from consumers c
    left join wallets w on w.partner_id = ${partnerId} and w.consumer_id = c.consumer_id
      and w.wallet_type = 'STANDARD'
    where c.partner_id = ${partnerId}`
  return sql`
    ${consumersWithWallets} and c.email_blind = any(${emailBlinds}::uuid[])
    union all
    ${consumersWithWallets} and c.consumer_id = any(${consumerIds}::bigint[])`
}
