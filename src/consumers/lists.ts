import { minorUnits, offsetOf, Refusal, storedCurrency } from '../core/mod.ts'
import { maybeRow, sql, type ConsumersRow, type WalletsRow } from '../db/mod.ts'
import type { Db, Statement } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { openEmails } from './sealed-email.ts'
import type { Wallet, WalletStatus, WalletType } from './wallet.ts'

/** A page of a list, counted from 0. The caller has checked both. */
export interface ListRequest {
  readonly page: number
  readonly size: number
}

/** A page in the order of ids, empty past the end. */
export interface List<Row> {
  readonly content: Row[]
  readonly hasNext: boolean
}

export interface ConsumerEntry {
  readonly consumerId: number
  readonly consumerName: string
  readonly consumerEmail: string
  readonly totalStandardWallets: number
  readonly totalCampaignWallets: number
}

/**
 * Returns a page of the partner's consumers, in the order of their ids. Totals count wallets of
 * every status. The offset costs one index entry for each consumer before the page, which is fine
 * for hundreds of thousands. Millions would need pages that start after a key.
 */
export async function listConsumers(
  { db, vault }: { db: Db; vault: Vault },
  partnerId: number,
  request: ListRequest,
): Promise<List<ConsumerEntry>> {
  const rows = await db.rows(pageOfConsumers(partnerId, request))
  const emails = await openEmails(
    vault,
    partnerId,
    rows.map((row) => ({ blind: row.email_blind, sealed: row.email_sealed })),
  )
  return toList(
    rows.map((row, at) => ({ ...row, email: emails[at] ?? '' })),
    request,
    (row) => ({
      consumerId: Number(row.consumer_id),
      consumerName: row.full_name,
      consumerEmail: row.email,
      totalStandardWallets: row.standard_wallets,
      totalCampaignWallets: row.campaign_wallets,
    }),
  )
}

/**
 * Returns a page of a consumer's wallets of every status, in the order of their ids. Refuses
 * consumer_unknown for a consumer that is not the partner's.
 */
export async function listWallets(
  db: Db,
  partnerId: number,
  consumerId: number,
  request: ListRequest,
): Promise<List<Wallet>> {
  // Other numbers are not ids, and the column cannot compare them.
  const consumer =
    Number.isSafeInteger(consumerId) && (await maybeRow(db, consumerById(partnerId, consumerId)))
  if (!consumer) throw new Refusal('consumer_unknown', 'no such consumer')
  const rows = await db.rows(pageOfWallets(partnerId, consumerId, request))
  return toList(rows, request, toWallet)
}

/** `rows` has one more than the page if there is a next page. */
function toList<Row, Entry>(
  rows: readonly Row[],
  { size }: ListRequest,
  toEntry: (row: Row) => Entry,
): List<Entry> {
  return { content: rows.slice(0, size).map(toEntry), hasNext: rows.length > size }
}

function rowsBefore({ page, size }: ListRequest): number {
  return offsetOf({ page: page + 1, pageSize: size })
}

interface ConsumerRow extends Pick<ConsumersRow, 'consumer_id' | 'full_name'> {
  email_blind: string
  email_sealed: Buffer
  standard_wallets: number
  campaign_wallets: number
}

/** Applies the limit first, so that wallets are counted for the page's consumers only. */
function pageOfConsumers(partnerId: number, request: ListRequest): Statement<ConsumerRow> {
  return sql`
    select page.consumer_id, page.full_name, page.email_blind, page.email_sealed,
           counts.standard_wallets, counts.campaign_wallets
    from (
      select consumer_id, full_name, email_blind, email_sealed
      from consumers where partner_id = ${partnerId}
      order by consumer_id
      limit ${request.size + 1} offset ${rowsBefore(request)}
    ) as page
    cross join lateral (
      select (count(*) filter (where wallet_type = 'STANDARD'))::integer as standard_wallets,
             (count(*) filter (where wallet_type = 'CAMPAIGN'))::integer as campaign_wallets
      from wallets
      where partner_id = ${partnerId} and wallets.consumer_id = page.consumer_id
    ) as counts
    order by page.consumer_id`
}

function consumerById(
  partnerId: number,
  consumerId: number,
): Statement<Pick<ConsumersRow, 'consumer_id'>> {
  return sql`
    select consumer_id
    from consumers where partner_id = ${partnerId} and consumer_id = ${consumerId}`
}

export interface WalletRow extends Pick<WalletsRow, 'wallet_id' | 'currency' | 'campaign_id'> {
  balance_minor: bigint
  wallet_type: WalletType
  campaign_name: string | null
  status: WalletStatus
}

export function toWallet(row: WalletRow): Wallet {
  return {
    walletId: String(row.wallet_id),
    currency: storedCurrency(row.currency),
    balanceMinor: minorUnits(row.balance_minor),
    walletType: row.wallet_type,
    ...(row.campaign_id !== null && { campaignId: String(row.campaign_id) }),
    ...(row.campaign_name !== null && { campaignName: row.campaign_name }),
    status: row.status,
  }
}

/**
 * Finds balance and campaign by key for each wallet of the page. With a join, a plan made while the
 * tables were small would read all accounts of the partner.
 */
export function walletColumns(partnerId: number): Statement<unknown> {
  return sql`
    wallets.wallet_id, wallets.currency,
    (select credits_posted - debits_posted - debits_pending
     from accounts
     where accounts.partner_id = ${partnerId}
       and accounts.account_id = wallets.wallet_id) as balance_minor,
    wallets.wallet_type, wallets.campaign_id,
    (select name
     from campaigns
     where campaigns.partner_id = ${partnerId}
       and campaigns.campaign_id = wallets.campaign_id) as campaign_name,
    wallets.status`
}

function pageOfWallets(
  partnerId: number,
  consumerId: number,
  request: ListRequest,
): Statement<WalletRow> {
  return sql`
    select ${walletColumns(partnerId)} from wallets
    where wallets.partner_id = ${partnerId} and wallets.consumer_id = ${consumerId}
    order by wallets.wallet_id
    limit ${request.size + 1} offset ${rowsBefore(request)}`
}
