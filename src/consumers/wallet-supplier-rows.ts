import { storedCurrency } from '../core/mod.ts'
import { sql, type Db, type FulfillmentsRow, type Statement, type WalletsRow } from '../db/mod.ts'
import type { BatchKey } from '../supply/mod.ts'
import type { WalletRecord } from './state.ts'
import type { WalletStatus } from './wallet.ts'

export interface WalletKeys {
  readonly walletIds: readonly number[]
  readonly consumerIds: readonly number[]
  /** Hashes of addresses, see SealedEmail. */
  readonly emailBlinds: readonly string[]
}

/** A wallet, and the hash of the address that selected it; undefined if an id did. */
export interface KeyedWallet {
  readonly wallet: WalletRecord
  readonly emailBlind: string | undefined
}

/**
 * Returns the partner's wallets with these ids, and the STANDARD wallets of these consumers. A
 * wallet that is selected in two ways comes twice.
 */
export async function findWallets(
  db: Db,
  partnerId: number,
  keys: WalletKeys,
): Promise<KeyedWallet[]> {
  const rows = await db.rows(walletsByKey(partnerId, keys))
  return rows.map((row) => ({
    wallet: {
      walletId: Number(row.wallet_id),
      consumerId: Number(row.consumer_id),
      currency: storedCurrency(row.currency),
      campaignId: row.campaign_id === null ? undefined : Number(row.campaign_id),
      status: row.status,
    },
    emailBlind: row.email_blind ?? undefined,
  }))
}

type WalletRow = Pick<WalletsRow, 'wallet_id' | 'consumer_id' | 'currency' | 'campaign_id'> & {
  status: WalletStatus
  email_blind: string | null
}

/** Three branches, each by its own index. */
function walletsByKey(
  partnerId: number,
  { walletIds, consumerIds, emailBlinds }: WalletKeys,
): Statement<WalletRow> {
  return sql`
    select wallet_id, consumer_id, currency, campaign_id, status, null::uuid as email_blind
    from wallets where partner_id = ${partnerId} and wallet_id = any(${walletIds}::bigint[])
    union all
    select wallet_id, consumer_id, currency, campaign_id, status, null
    from wallets
    where partner_id = ${partnerId} and consumer_id = any(${consumerIds}::bigint[])
      and wallet_type = 'STANDARD'
    union all
    select wallet.wallet_id, wallet.consumer_id, wallet.currency, wallet.campaign_id,
           wallet.status, input.email_blind
    from unnest(${emailBlinds}::uuid[]) as input (email_blind)
    cross join lateral (
      select consumer_id
      from consumers where partner_id = ${partnerId} and email_blind = input.email_blind
      offset 0) as consumer
    cross join lateral (
      select wallet_id, consumer_id, currency, campaign_id, status
      from wallets
      where partner_id = ${partnerId} and consumer_id = consumer.consumer_id
        and wallet_type = 'STANDARD'
      offset 0) as wallet`
}

/**
 * Returns the current lease epoch of each batch. Read under the lock of the book, so a worker that
 * leases the batch afterwards waits for this group.
 */
export function leasesOfBatches(
  partnerId: number,
  batches: readonly BatchKey[],
): Statement<Pick<FulfillmentsRow, 'order_no' | 'batch_no' | 'lease_epoch'>> {
  return sql`
    select lease.* from unnest(
      ${batches.map((batch) => batch.orderNo)}::bigint[],
      ${batches.map((batch) => batch.batchNo)}::integer[]) as input (order_no, batch_no)
    cross join lateral (
      select order_no, batch_no, lease_epoch from fulfillments
      where partner_id = ${partnerId} and order_no = input.order_no
        and batch_no = input.batch_no
      offset 0) as lease`
}
