import {
  dateAt,
  foldEmail,
  minorUnits,
  offsetOf,
  storedCurrency,
  type Currency,
  type MinorUnits,
  type Page,
  type PageRequest,
} from '../core/mod.ts'
import {
  contains,
  equals,
  list,
  oneRow,
  sql,
  type CampaignsRow,
  type ConsumersRow,
  type Sort,
  type WalletsRow,
  ListOrders,
} from '../db/mod.ts'
import type { Db, Statement } from '../db/mod.ts'
import type { MailReason } from '../mail/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Campaign } from './campaigns.ts'
import { toWallet, walletColumns, type WalletRow } from './lists.ts'
import { blindEmail, openEmails } from './sealed-email.ts'
import type { Wallet } from './wallet.ts'

/** A consumer as the operator sees it. Instants are in milliseconds. */
export interface ListedConsumer {
  readonly consumerId: number
  readonly name: string
  readonly email: string
  readonly wallets: number
  /** Why the consumer gets no mails about credits; undefined if it gets them. */
  readonly mailSuppression: MailReason | undefined
  readonly createdAt: number
}

interface ConsumerFilter {
  readonly email?: string | undefined
  /** The beginning of the name or of its last word, in upper or lower case. */
  readonly name?: string | undefined
  readonly consumerId?: number | undefined
}

/**
 * Returns a page of a partner's consumers, newest first. An address or an id selects the consumer
 * that has it.
 */
export async function listAllConsumers(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  partnerId: number,
  { email, consumerId, name, ...page }: ConsumerPage & ConsumerFilter,
): Promise<Page<ListedConsumer>> {
  const folded = email === undefined ? undefined : foldEmail(email)
  const blind = folded === undefined ? undefined : blindEmail(vault, partnerId, folded)
  const which = sql`
    partner_id = ${partnerId} ${blind === undefined ? sql`` : sql`and email_blind = ${blind}`}
    ${consumerId === undefined ? sql`` : sql`and consumer_id = ${consumerId}`}
    ${name === undefined ? sql`` : sql`and ${beginsWith(name)}`}`
  const { total } = await oneRow(
    db,
    sql<Total>`select count(*) as total from consumers where ${which}`,
  )
  const rows = await db.rows(pageOfConsumers({ partnerId, which }, page))
  return { rows: await toConsumers(vault, partnerId, rows), total: Number(total) }
}

/** In lower case of any script, and by its bytes: the key of the index `consumers_by_name`. */
const NAME_KEY_TEXT = 'lower(full_name collate "und-x-icu") collate "C"'
const NAME_KEY = sql.raw(NAME_KEY_TEXT)

/** The last word of a name: the key of the index `consumers_by_last_name`. */
const LAST_NAME_KEY = sql`split_part(${NAME_KEY}, ' ', -1)`

/**
 * Selects names that begin with the text, or whose last word does, as ranges of two indexes. A
 * range ends with the last Unicode character.
 */
function beginsWith(name: string): Statement<unknown> {
  const low = sql`lower(${name}::text collate "und-x-icu") collate "C"`
  const end = sql`${low} || ${'\u{10ffff}'}`
  return sql`(
    ${NAME_KEY} >= ${low} and ${NAME_KEY} < ${end}
    or ${LAST_NAME_KEY} >= ${low} and ${LAST_NAME_KEY} < ${end})`
}

/** Returns at most ten consumers of a partner that meet a condition. */
export async function consumersWhere(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  partnerId: number,
  condition: Statement<unknown>,
): Promise<ListedConsumer[]> {
  const which = sql`partner_id = ${partnerId} and ${condition}`
  return toConsumers(vault, partnerId, await db.rows(pageOfConsumers({ partnerId, which }, FEW)))
}

async function toConsumers(
  vault: Vault,
  partnerId: number,
  rows: readonly ConsumerRow[],
): Promise<ListedConsumer[]> {
  const sealed = rows.map((row) => ({ blind: row.email_blind, sealed: row.email_sealed }))
  const emails = await openEmails(vault, partnerId, sealed)
  return rows.map((row, at) => ({
    consumerId: Number(row.consumer_id),
    name: row.full_name,
    email: emails[at] ?? '',
    wallets: row.wallets,
    mailSuppression: (row.suppression ?? undefined) as MailReason | undefined,
    createdAt: row.created_at.getTime(),
  }))
}

const FEW: PageRequest = { page: 1, pageSize: 10 }

/** A wallet as the operator sees it. */
export interface ListedWallet extends Wallet {
  readonly consumerId: number
  readonly createdAt: number
}

export interface WalletFilter {
  readonly consumerId?: number | undefined
  readonly campaignId?: number | undefined
}

/** Returns a page of a partner's wallets, newest first. */
export async function listAllWallets(
  db: Db,
  partnerId: number,
  { consumerId, campaignId, ...page }: WalletPage & WalletFilter,
): Promise<Page<ListedWallet>> {
  const which = sql`
    partner_id = ${partnerId}
    ${consumerId === undefined ? sql`` : sql`and consumer_id = ${consumerId}`}
    ${campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`}`
  const { total } = await oneRow(
    db,
    sql<Total>`select count(*) as total from wallets where ${which}`,
  )
  const rows = await db.rows(pageOfWallets({ partnerId, which }, page))
  return { rows: rows.map(toListed), total: Number(total) }
}

/** Returns at most ten wallets of a partner that meet a condition. */
export async function walletsWhere(
  db: Db,
  partnerId: number,
  condition: Statement<unknown>,
): Promise<ListedWallet[]> {
  const which = sql`partner_id = ${partnerId} and ${condition}`
  return (await db.rows(pageOfWallets({ partnerId, which }, FEW))).map(toListed)
}

function toListed(row: ListedWalletRow): ListedWallet {
  const createdAt = row.created_at.getTime()
  return { ...toWallet(row), consumerId: Number(row.consumer_id), createdAt }
}

/** A campaign with the sum of the credits to its wallets. */
export interface ListedCampaign extends Campaign {
  readonly creditedMinor: MinorUnits
}

/** Campaigns of a partner as of `now`, in milliseconds. */
interface CampaignFilter {
  readonly partnerId: number
  readonly now: number
  /** A part of the name, in upper or lower case. */
  readonly name?: string | undefined
  /** True selects those that have ended, false all others. */
  readonly isOver?: boolean | undefined
}

/** Returns a page of a partner's campaigns, newest first. */
export const listCampaigns = list({
  from: 'campaigns',
  columns: sql`campaign_id, name, currency, budget_minor, credited_minor, ends_at, created_at`,
  where: ({ partnerId, name, isOver, now }: CampaignFilter) => [
    equals('partner_id', partnerId),
    contains('name', name),
    equals(sql`(ends_at is not null and ends_at <= ${dateAt(now)})`, isOver),
  ],
  order: 'campaign_id desc',
  sorts: {
    name: ['lower(name collate "und-x-icu") collate "C"', 'campaign_id'],
    // Amounts compare within a currency.
    credited: ['currency', 'credited_minor', 'campaign_id'],
    endsAt: [`coalesce(ends_at, 'infinity')`, 'campaign_id'],
    createdAt: ['campaign_id'],
  },
  to: toCampaign,
})

interface Total {
  total: bigint
}

function toCampaign(row: CampaignRow): ListedCampaign {
  const currency: Currency = storedCurrency(row.currency)
  return {
    campaignId: String(row.campaign_id),
    name: row.name,
    currency,
    budgetMinor: row.budget_minor === null ? undefined : minorUnits(row.budget_minor),
    creditedMinor: minorUnits(row.credited_minor),
    endsAt: row.ends_at?.getTime(),
    createdAt: row.created_at.getTime(),
  }
}

interface ConsumerRow extends Pick<ConsumersRow, 'consumer_id' | 'full_name' | 'created_at'> {
  email_blind: string
  email_sealed: Buffer
  wallets: number
  suppression: string | null
}

type ConsumerPage = PageRequest & {
  readonly sort?: Sort<(typeof CONSUMER_SORTS)[number]> | undefined
}

/** A condition that names the partner, too. */
interface RowsOfPartner {
  readonly partnerId: number
  readonly which: Statement<unknown>
}

/** Ids ascend in the order of creation. Addresses are sealed, so no list is sorted by them. */
const CONSUMER_ORDERS = new ListOrders('consumer_id desc', {
  createdAt: ['consumer_id'],
  name: [NAME_KEY_TEXT, 'consumer_id'],
})
export const CONSUMER_SORTS = CONSUMER_ORDERS.sorts

/** Applies the limit first, so that wallets are counted for the page's consumers only. */
function pageOfConsumers(
  { partnerId, which }: RowsOfPartner,
  page: ConsumerPage,
): Statement<ConsumerRow> {
  const order = CONSUMER_ORDERS.by(page.sort)
  return sql`
    select page.*, (
      select count(*)::integer from wallets
      where wallets.partner_id = ${partnerId} and wallets.consumer_id = page.consumer_id
    ) as wallets, (
      select reason from mail_suppressions as suppressed
      where suppressed.partner_id = ${partnerId} and suppressed.consumer_id = page.consumer_id
    ) as suppression
    from (
      select consumer_id, full_name, created_at, email_blind, email_sealed
      from consumers where ${which}
      order by ${order} limit ${page.pageSize} offset ${offsetOf(page)}) as page
    order by ${order}`
}

const WALLET_ORDERS = new ListOrders('wallet_id desc', { createdAt: ['wallet_id'] })
export const WALLET_SORTS = WALLET_ORDERS.sorts

type WalletPage = PageRequest & {
  readonly sort?: Sort<(typeof WALLET_SORTS)[number]> | undefined
}

type ListedWalletRow = WalletRow & Pick<WalletsRow, 'consumer_id' | 'created_at'>

function pageOfWallets(
  { partnerId, which }: RowsOfPartner,
  page: WalletPage,
): Statement<ListedWalletRow> {
  const order = WALLET_ORDERS.by(page.sort)
  return sql`
    select ${walletColumns(partnerId)}, wallets.consumer_id, wallets.created_at
    from (
      select * from wallets where ${which}
      order by ${order} limit ${page.pageSize} offset ${offsetOf(page)}) as wallets
    order by ${order}`
}

type CampaignRow = Omit<CampaignsRow, 'partner_id'>
