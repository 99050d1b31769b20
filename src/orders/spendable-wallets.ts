import { storedCurrency, type Currency } from '../core/mod.ts'
import { sql, type Db, type Statement, type WalletsRow } from '../db/mod.ts'

/** A wallet, and the products that its owner may spend it on. */
export interface SpendableWallet {
  readonly walletId: number
  readonly consumerId: number
  readonly currency: Currency
  /** The name of its campaign; undefined if it is a STANDARD wallet. */
  readonly campaignName: string | undefined
  /** ENABLED, FROZEN or CLOSED. */
  readonly status: string
  /**
   * False if the partner is suspended, or if owners may not spend such wallets. They may spend a
   * STANDARD wallet if the operator and the partner have switched that on, and a CAMPAIGN wallet if
   * its campaign names products.
   */
  readonly isSpendable: boolean
  /** Products of its campaign; undefined: all that the partner can buy. */
  readonly products: readonly number[] | undefined
  /** The instant at which its campaign ends; from then on the wallet cannot be spent. */
  readonly endsAtMs: number | undefined
}

/** A wallet that pays for an order, because its owner has chosen so. */
export interface WalletSpend {
  readonly walletId: number
  /** The price that its owner has agreed to, in minor units of the wallet's currency. */
  readonly priceMinorMax: bigint
}

/** True if the owner of a wallet may spend it, until its campaign ends. */
export function isSpendableAt(
  { status, isSpendable, endsAtMs }: SpendableWallet,
  nowMs: number,
): boolean {
  return status === 'ENABLED' && isSpendable && (endsAtMs === undefined || endsAtMs > nowMs)
}

/** Returns the wallets with these ids that belong to the partner. */
export async function findSpendableWallets(
  db: Db,
  partnerId: number,
  walletIds: readonly number[],
): Promise<SpendableWallet[]> {
  const rows = await db.rows(spendableWallets(partnerId, walletIds))
  return rows.map((row) => ({
    walletId: Number(row.wallet_id),
    consumerId: Number(row.consumer_id),
    currency: storedCurrency(row.currency),
    campaignName: row.campaign_name ?? undefined,
    status: row.status,
    isSpendable: row.is_spendable,
    products: row.products?.length === 0 ? undefined : (row.products ?? undefined),
    endsAtMs: row.ends_at?.getTime(),
  }))
}

interface SpendableRow extends Pick<
  WalletsRow,
  'wallet_id' | 'consumer_id' | 'currency' | 'status'
> {
  campaign_name: string | null
  is_spendable: boolean
  products: number[] | null
  ends_at: Date | null
}

/** Campaign and partner are found by key for each wallet, whatever the statistics are. */
function spendableWallets(
  partnerId: number,
  walletIds: readonly number[],
): Statement<SpendableRow> {
  return sql`
    select w.wallet_id, w.consumer_id, w.currency, w.status, c.name as campaign_name,
           c.spend_products as products, c.ends_at,
           p.status = 'ACTIVE'
             and case when w.campaign_id is null
                      then p.wallet_spending and not p.wallet_spending_stopped
                      else c.spend_products is not null end as is_spendable
    from wallets w
    join partners p on p.partner_id = ${partnerId}
    left join lateral (
      select name, spend_products, ends_at from campaigns
      where partner_id = ${partnerId} and campaign_id = w.campaign_id
      offset 0) as c on true
    where w.partner_id = ${partnerId} and w.wallet_id = any(${walletIds}::bigint[])
    order by w.wallet_id`
}
