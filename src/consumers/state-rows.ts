import { dateAt, dateOrNull, minorUnits, storedCurrency } from '../core/mod.ts'
import { sql, type CampaignsRow, type ConsumersRow, type WalletsRow } from '../db/mod.ts'
import type { Db, Statement, Tx } from '../db/mod.ts'
import type { Book } from '../ledger/mod.ts'
import type {
  CampaignRecord,
  ConsumerRecord,
  Holding,
  NewConsumerRecord,
  WalletRecord,
} from './state.ts'
import type { WalletStatus } from './wallet.ts'

// A partner's consumers are written under the lock of its book only, so nothing is locked here.

type ConsumerRow = Pick<ConsumersRow, 'consumer_id' | 'full_name'> & { email_blind: string }

/** Returns consumers with one of these hashes of addresses or ids. */
export async function readConsumers(
  tx: Tx,
  partnerId: number,
  keys: { emailBlinds: readonly string[]; consumerIds: readonly number[] },
): Promise<ConsumerRecord[]> {
  const rows = await tx.rows(consumersByKey(partnerId, keys))
  return rows.map((row) => ({
    consumerId: Number(row.consumer_id),
    fullName: row.full_name,
    emailBlind: row.email_blind,
  }))
}

/** Two branches, each by its own index. */
function consumersByKey(
  partnerId: number,
  { emailBlinds, consumerIds }: { emailBlinds: readonly string[]; consumerIds: readonly number[] },
): Statement<ConsumerRow> {
  return sql`
    select consumer.*
    from unnest(${emailBlinds}::uuid[]) as input (email_blind) cross join lateral (
      select consumer_id, full_name, email_blind
      from consumers where partner_id = ${partnerId} and email_blind = input.email_blind
      offset 0) as consumer
    union
    select consumer_id, full_name, email_blind
    from consumers where partner_id = ${partnerId} and consumer_id = any(${consumerIds}::bigint[])`
}

type HoldingRow = Pick<WalletsRow, 'consumer_id' | 'currency' | 'campaign_id'>

/** Returns the keys of the wallets of these consumers. */
export async function readHoldings(
  tx: Tx,
  partnerId: number,
  consumerIds: readonly number[],
): Promise<Holding[]> {
  const rows = await tx.rows(walletsOfConsumers(partnerId, consumerIds))
  return rows.map((row) => {
    const consumerId = Number(row.consumer_id)
    return row.campaign_id === null
      ? { consumerId, currency: row.currency }
      : { consumerId, campaignId: Number(row.campaign_id) }
  })
}

function walletsOfConsumers(
  partnerId: number,
  consumerIds: readonly number[],
): Statement<HoldingRow> {
  return sql`
    select consumer_id, currency, campaign_id
    from wallets where partner_id = ${partnerId} and consumer_id = any(${consumerIds}::bigint[])`
}

/** Returns the ids of all wallets of these consumers. */
export async function readWalletIdsOf(
  tx: Tx,
  partnerId: number,
  consumerIds: readonly number[],
): Promise<number[]> {
  const rows = await tx.rows(walletIdsOf(partnerId, consumerIds))
  return rows.map((row) => Number(row.wallet_id))
}

function walletIdsOf(
  partnerId: number,
  consumerIds: readonly number[],
): Statement<Pick<WalletsRow, 'wallet_id'>> {
  return sql`
    select wallet_id
    from wallets where partner_id = ${partnerId} and consumer_id = any(${consumerIds}::bigint[])`
}

type WalletRow = HoldingRow & Pick<WalletsRow, 'wallet_id'> & { status: WalletStatus }

export async function readWallets(
  db: Db,
  partnerId: number,
  walletIds: readonly number[],
): Promise<WalletRecord[]> {
  const rows = await db.rows(walletsById(partnerId, walletIds))
  return rows.map((row) => ({
    walletId: Number(row.wallet_id),
    consumerId: Number(row.consumer_id),
    currency: storedCurrency(row.currency),
    campaignId: row.campaign_id === null ? undefined : Number(row.campaign_id),
    status: row.status,
  }))
}

function walletsById(partnerId: number, walletIds: readonly number[]): Statement<WalletRow> {
  return sql`
    select wallet_id, consumer_id, currency, campaign_id, status
    from wallets where partner_id = ${partnerId} and wallet_id = any(${walletIds}::bigint[])`
}

/** The columns that a group reads: all but the products that the wallets can be spent on. */
type CampaignRow = Omit<CampaignsRow, 'partner_id' | 'created_at' | 'spend_products'>

export async function readCampaigns(
  tx: Tx,
  partnerId: number,
  campaignIds: readonly number[],
): Promise<CampaignRecord[]> {
  const rows = await tx.rows(campaignsById(partnerId, campaignIds))
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    name: row.name,
    currency: storedCurrency(row.currency),
    budgetMinor: row.budget_minor === null ? undefined : minorUnits(row.budget_minor),
    creditedMinor: row.credited_minor,
    endsAt: row.ends_at?.getTime(),
  }))
}

function campaignsById(partnerId: number, campaignIds: readonly number[]): Statement<CampaignRow> {
  return sql`
    select campaign_id, name, currency, budget_minor, credited_minor, ends_at
    from campaigns where partner_id = ${partnerId} and campaign_id = any(${campaignIds}::bigint[])`
}

export function insertConsumers(
  { partnerId, now }: Book,
  consumers: readonly NewConsumerRecord[],
): Statement<never> {
  return sql`
    insert into consumers (
      partner_id, consumer_id, full_name, email_blind, email_sealed, created_at)
    select ${partnerId}, input.*, ${dateAt(now)}::timestamptz
    from unnest(
      ${consumers.map((one) => one.consumerId)}::bigint[],
      ${consumers.map((one) => one.fullName)}::text[],
      ${consumers.map((one) => one.emailBlind)}::uuid[],
      ${consumers.map((one) => one.emailSealed)}::bytea[]) as input`
}

export function insertWallets(
  { partnerId, now }: Book,
  wallets: readonly WalletRecord[],
): Statement<never> {
  return sql`
    insert into wallets (
      partner_id, wallet_id, consumer_id, currency, campaign_id, status, wallet_type, created_at)
    select ${partnerId}, input.wallet_id, input.consumer_id, input.currency, input.campaign_id,
           input.status, case when input.campaign_id is null then 'STANDARD' else 'CAMPAIGN' end,
           ${dateAt(now)}::timestamptz
    from unnest(
      ${wallets.map((one) => one.walletId)}::bigint[],
      ${wallets.map((one) => one.consumerId)}::bigint[],
      ${wallets.map((one) => one.currency.code)}::text[],
      ${wallets.map((one) => one.campaignId ?? null)}::bigint[],
      ${wallets.map((one) => one.status)}::text[]
    ) as input (wallet_id, consumer_id, currency, campaign_id, status)`
}

export function insertCampaigns(
  { partnerId, now }: Book,
  campaigns: readonly CampaignRecord[],
): Statement<never> {
  return sql`
    insert into campaigns (
      partner_id, campaign_id, name, currency, budget_minor, credited_minor, ends_at,
      spend_products, created_at)
    select ${partnerId}, input.campaign_id, input.name, input.currency, input.budget_minor,
           input.credited_minor, input.ends_at, input.spend_products::jsonb,
           ${dateAt(now)}::timestamptz
    from unnest(
      ${campaigns.map((one) => one.campaignId)}::bigint[],
      ${campaigns.map((one) => one.name)}::text[],
      ${campaigns.map((one) => one.currency.code)}::text[],
      ${campaigns.map((one) => one.budgetMinor ?? null)}::bigint[],
      ${campaigns.map((one) => one.creditedMinor)}::bigint[],
      ${campaigns.map((one) => dateOrNull(one.endsAt))}::timestamptz[],
      ${campaigns.map((one) => jsonOrNull(one.spendProducts))}::text[]
    ) as input (
      campaign_id, name, currency, budget_minor, credited_minor, ends_at, spend_products)`
}

function jsonOrNull(productIds: readonly number[] | undefined): string | null {
  return productIds ? JSON.stringify(productIds) : null
}

/**
 * The ids are passed twice, so that every plan finds the rows by their key. A plan made while the
 * table was small would read all rows of the partner and join.
 */
export function updateWallets(
  partnerId: number,
  wallets: readonly WalletRecord[],
): Statement<never> {
  const ids = wallets.map((one) => one.walletId)
  return sql`
    update wallets set status = input.status
    from unnest(
      ${ids}::bigint[], ${wallets.map((one) => one.status)}::text[]) as input (wallet_id, status)
    where wallets.partner_id = ${partnerId} and wallets.wallet_id = any(${ids}::bigint[])
      and wallets.wallet_id = input.wallet_id`
}

export function updateCampaigns(
  partnerId: number,
  campaigns: readonly CampaignRecord[],
): Statement<never> {
  const ids = campaigns.map((one) => one.campaignId)
  return sql`
    update campaigns set credited_minor = input.credited_minor
    from unnest(
      ${ids}::bigint[],
      ${campaigns.map((one) => one.creditedMinor)}::bigint[]
    ) as input (campaign_id, credited_minor)
    where campaigns.partner_id = ${partnerId} and campaigns.campaign_id = any(${ids}::bigint[])
      and campaigns.campaign_id = input.campaign_id`
}
