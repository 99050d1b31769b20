import { readRateText, rateText, type ProductPrice } from '../catalog/mod.ts'
import { dateAt, minorUnits, percentText, readPercentText, MS_PER_HOUR } from '../core/mod.ts'
import {
  insertRow,
  sql,
  transact,
  type Database,
  type Db,
  type QuotesRow,
  type Statement,
} from '../db/mod.ts'

export type LineOffers = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>

/** Prices that are locked until the quote expires. */
export interface Quote {
  readonly quoteId: string
  /** The fingerprint of the currency and the items. */
  readonly fingerprint: Buffer
  readonly expiresMs: number
  /** By productId. */
  readonly prices: ReadonlyMap<number, ProductPrice>
  /** The offers of suppliers for the lines of the order, by the index of the line from 0. */
  readonly offers?: LineOffers | undefined
  isUsed: boolean
}

/** The price of a product in the column `prices`; numbers as text. */
interface StoredPrice {
  readonly productId: number
  readonly rate: string
  readonly marketRate: string
  readonly rateNo: string | null
  readonly rule: { readonly ruleNo: string; readonly discount: string; readonly fee: string } | null
}

export type NewQuote = Omit<Quote, 'isUsed'> & { readonly createdMs: number }

/** The time for which a quote stays stored after it has expired. */
const KEPT_MS = MS_PER_HOUR
const DELETED_MAX = 100

/** A stored response, replayed for the Idempotency-Key of its request. */
export interface KeyedResponse {
  readonly key: string
  readonly response: string
}

/**
 * Stores a quote, and deletes old ones of the same partner. Returns false, and stores nothing, if
 * another quote of the partner has the key.
 */
export async function storeQuote(
  db: Database,
  partnerId: number,
  { quote, keyed }: { readonly quote: NewQuote; readonly keyed: KeyedResponse | undefined },
): Promise<boolean> {
  return await transact(db, async (tx) => {
    const stored = await tx.rows(insertQuote(partnerId, quote, keyed))
    tx.write(deleteQuotes(partnerId, quote.createdMs - KEPT_MS))
    return stored.length > 0
  })
}

/** Returns the response to the request with this key, and the fingerprint of the request. */
export async function findQuoteOfKey(
  db: Db,
  partnerId: number,
  key: string,
): Promise<{ readonly fingerprint: Buffer; readonly response: string } | undefined> {
  const [row] = await db.rows(selectOfKey(partnerId, key))
  return row && { fingerprint: row.fingerprint, response: row.response ?? '' }
}

/** Returns the quotes of a partner with these ids. */
export async function findQuotes(
  db: Db,
  partnerId: number,
  quoteIds: readonly string[],
): Promise<Map<string, Quote>> {
  const rows = await db.rows(selectQuotes(partnerId, quoteIds))
  return new Map(rows.map((row) => [row.quote_id, toQuote(row)]))
}

type QuoteRow = Pick<
  QuotesRow,
  'quote_id' | 'fingerprint' | 'expires_at' | 'order_no' | 'offers'
> & {
  prices: readonly StoredPrice[]
}

function toQuote(row: QuoteRow): Quote {
  return {
    quoteId: row.quote_id,
    fingerprint: row.fingerprint,
    expiresMs: row.expires_at.getTime(),
    prices: new Map(row.prices.map((price) => [price.productId, toPrice(price)])),
    offers: (row.offers ?? undefined) as LineOffers | undefined,
    isUsed: row.order_no !== null,
  }
}

function toPrice({ rate, marketRate, rateNo, rule }: StoredPrice): ProductPrice {
  return {
    rate: readRateText(rate),
    marketRate: readRateText(marketRate),
    rateNo: rateNo === null ? undefined : BigInt(rateNo),
    rule:
      rule === null
        ? undefined
        : {
            ruleNo: BigInt(rule.ruleNo),
            discountPercent: readPercentText(rule.discount),
            feeMinor: minorUnits(BigInt(rule.fee)),
          },
  }
}

function storedPrice([productId, price]: readonly [number, ProductPrice]): StoredPrice {
  const { rate, marketRate, rateNo, rule } = price
  return {
    productId,
    rate: rateText(rate),
    marketRate: rateText(marketRate),
    rateNo: rateNo === undefined ? null : String(rateNo),
    rule: rule
      ? {
          ruleNo: String(rule.ruleNo),
          discount: percentText(rule.discountPercent),
          fee: String(rule.feeMinor),
        }
      : null,
  }
}

function insertQuote(
  partnerId: number,
  quote: NewQuote,
  keyed: KeyedResponse | undefined,
): Statement<Pick<QuotesRow, 'quote_id'>> {
  const inserted = insertRow<QuotesRow>('quotes', {
    partner_id: partnerId,
    quote_id: quote.quoteId,
    fingerprint: quote.fingerprint,
    prices: JSON.stringify(Array.from(quote.prices, storedPrice)),
    created_at: dateAt(quote.createdMs),
    expires_at: dateAt(quote.expiresMs),
    idempotency_key: keyed?.key,
    response: keyed?.response,
    offers: quote.offers ? JSON.stringify(quote.offers) : null,
  })
  return sql`
    ${inserted}
    on conflict (partner_id, idempotency_key) do nothing
    returning quote_id`
}

function selectOfKey(
  partnerId: number,
  key: string,
): Statement<Pick<QuotesRow, 'fingerprint' | 'response'>> {
  return sql`
    select fingerprint, response from quotes
    where partner_id = ${partnerId} and idempotency_key = ${key}`
}

/** Deletes old quotes, some at a time. Skips a quote that another transaction has locked. */
function deleteQuotes(partnerId: number, beforeMs: number): Statement<never> {
  return sql`
    delete from quotes where partner_id = ${partnerId} and quote_id in (
      select quote_id from quotes
      where partner_id = ${partnerId} and expires_at < ${dateAt(beforeMs)}
      order by expires_at limit ${DELETED_MAX} for update skip locked)`
}

/** Deletes all expired quotes of a partner: their fingerprints cover recipients. */
export function deleteExpiredQuotes(partnerId: number, now: number): Statement<never> {
  return sql`
    delete from quotes where partner_id = ${partnerId} and expires_at < ${dateAt(now)}`
}

function selectQuotes(partnerId: number, quoteIds: readonly string[]): Statement<QuoteRow> {
  return sql`
    select quote_id, fingerprint, prices, expires_at, order_no, offers from quotes
    where partner_id = ${partnerId} and quote_id = any(${quoteIds}::uuid[])`
}

/** Marks the quotes that new orders have used. */
export function markUsedQuotes(
  partnerId: number,
  used: readonly { readonly quoteId: string; readonly orderNo: number }[],
): Statement<never> {
  return sql`
    update quotes set order_no = input.order_no
    from unnest(
      ${used.map(({ quoteId }) => quoteId)}::uuid[], ${used.map(({ orderNo }) => orderNo)}::bigint[]
    ) as input (quote_id, order_no)
    where quotes.partner_id = ${partnerId} and quotes.quote_id = input.quote_id`
}
