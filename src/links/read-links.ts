import type { Label } from '../core/mod.ts'
import {
  between,
  equals,
  maybeRow,
  oneRow,
  sql,
  where,
  type Db,
  type LinksRow,
  type Statement,
} from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Link, LinkStatus } from './link.ts'
import {
  batchesByKey,
  batchesByNo,
  batchesWaiting,
  toBatch,
  type LinkBatch,
} from './link-batch-rows.ts'
import { LINK_COLUMNS, linkByToken, linksByNumber, linksOfBatch, toLink } from './link-rows.ts'
import { partnerOfToken, tokenHash } from './link-token.ts'

export async function findLink(
  db: Db,
  partnerId: number,
  linkNo: number,
): Promise<Link | undefined> {
  const row = await maybeRow(db, linksByNumber(partnerId, [linkNo]))
  return row && toLink(row)
}

/** Returns the request of an Idempotency-Key; undefined if none was accepted. */
export async function findBatch(
  db: Db,
  partnerId: number,
  key: string | undefined,
): Promise<LinkBatch | undefined> {
  if (key === undefined) return undefined
  const [row] = await db.rows(batchesByKey(partnerId, { references: [], keys: [key] }))
  return row && toBatch(row)
}

/** Returns the request that sent links with a reference. */
export async function findBatchByReference(
  db: Db,
  partnerId: number,
  reference: string,
): Promise<LinkBatch | undefined> {
  const [row] = await db.rows(batchesByKey(partnerId, { references: [reference], keys: [] }))
  return row && toBatch(row)
}

/** Returns the links that one request sent, in its order. */
export async function listBatch(db: Db, partnerId: number, batchNo: number): Promise<Link[]> {
  return (await db.rows(linksOfBatch(partnerId, batchNo))).map(toLink)
}

/** Yields the links of a request in its order, so that not all of them are read at once. */
export async function* pagesOfBatch(
  db: Db,
  partnerId: number,
  batchNo: number,
): AsyncGenerator<Link[], void> {
  let afterNo = batchNo
  for (;;) {
    const links = await listBatchAfter(
      db,
      { partnerId, batchNo },
      { afterNo, limit: LINKS_OF_PAGE },
    )
    const last = links.at(-1)
    if (!last) return
    yield links
    afterNo = last.linkNo
  }
}

const LINKS_OF_PAGE = 500

/** Returns some links of a request after a number, in its order. */
async function listBatchAfter(
  db: Db,
  { partnerId, batchNo }: { readonly partnerId: number; readonly batchNo: number },
  { afterNo, limit }: { readonly afterNo: number; readonly limit: number },
): Promise<Link[]> {
  return (await db.rows(linksOfBatch(partnerId, batchNo, { afterNo, limit }))).map(toLink)
}

export async function findBatchByNo(
  db: Db,
  partnerId: number,
  batchNo: number,
): Promise<LinkBatch | undefined> {
  const [row] = await db.rows(batchesByNo(partnerId, [batchNo]))
  return row && toBatch(row)
}

/** Returns requests of any partner whose links have waited since before a time. */
export async function findWaitingBatches(
  db: Db,
  before: number,
): Promise<{ partnerId: number; batchNo: number }[]> {
  const rows = await db.rows(batchesWaiting(before, WAITING_MAX))
  return rows.map((row) => ({ partnerId: row.partner_id, batchNo: Number(row.batch_no) }))
}

/** Large enough that requests that cannot be finished do not hide the others. */
const WAITING_MAX = 1_000

/** Returns the partner's reference of the request that sent a link. */
export async function requestReferenceOf(db: Db, link: Link): Promise<string> {
  const { partnerId, batchNo } = link
  const row = await oneRow(
    db,
    sql<{ reference: string }>`
      select reference from link_batches
      where partner_id = ${partnerId} and batch_no = ${batchNo}`,
  )
  return row.reference
}

export interface LinkPage {
  readonly links: Link[]
  /** Where the next page continues; undefined at the end. */
  readonly nextNo: number | undefined
}

/** Selects links of a partner. Undefined members select all. */
interface LinkFilter {
  readonly status?: LinkStatus | undefined
  readonly reference?: string | undefined
  readonly emailBlind?: Buffer | undefined
  readonly createdFromMs?: number | undefined
  readonly createdBeforeMs?: number | undefined
  /** A key of the metadata with its value. */
  readonly label?: Label | undefined
}

/** The status that `statusOf` computes. The index links_by_status has the same expression. */
const STATUS = sql.raw(`
  case when ended is not null then ended
       when chosen_minor = amount_minor then 'CLAIMED'
       when chosen_minor > 0 then 'PARTLY_CLAIMED'
       else 'OPEN' end`)

function linksBefore(
  partnerId: number,
  { beforeNo, limit, ...filter }: LinkFilter & { beforeNo: number; limit: number },
): Statement<LinksRow> {
  const { status, reference, emailBlind, label } = filter
  const { createdFromMs: from, createdBeforeMs: to } = filter
  const conditions = where(
    sql`partner_id = ${partnerId} and link_no < ${beforeNo}`,
    equals(STATUS, status),
    reference === undefined ? undefined : hasReference(partnerId, reference),
    emailBlind && sql`email_blind = ${emailBlind}`,
    ...between('created_at', { from, to }),
    label && sql`metadata @> jsonb_build_object(${label.key}::text, ${label.value}::text)`,
  )
  return sql`select ${LINK_COLUMNS} from links ${conditions} order by link_no desc limit ${limit}`
}

/** Selects by the link's own reference, or by that of the request that sent it. */
function hasReference(partnerId: number, reference: string): Statement<never> {
  return sql`(reference = ${reference} or batch_no = (
    select batch_no from link_batches
    where partner_id = ${partnerId} and reference = ${reference}))`
}

/** Returns a page of a partner's links, newest first. */
export async function listLinks(
  db: Db,
  partnerId: number,
  { afterNo, pageSize, ...filter }: LinkFilter & { afterNo: number | undefined; pageSize: number },
): Promise<LinkPage> {
  const beforeNo = afterNo ?? Number.MAX_SAFE_INTEGER
  const rows = await db.rows(linksBefore(partnerId, { ...filter, beforeNo, limit: pageSize + 1 }))
  const links = rows.slice(0, pageSize).map(toLink)
  return { links, nextNo: rows.length > pageSize ? links.at(-1)?.linkNo : undefined }
}

/** A link that was found by its token, or by a former token. */
export interface OpenedLink {
  readonly link: Link
  readonly isReplaced: boolean
}

/** Finds the link of a token; undefined if it is unknown. Sends no query for a misspelled token. */
export async function openLink(
  db: Db,
  vault: Pick<Vault, 'blindIndex'>,
  token: string,
): Promise<OpenedLink | undefined> {
  const partnerId = partnerOfToken(token)
  if (partnerId === undefined) return undefined
  const row = await maybeRow(db, linkByToken(partnerId, tokenHash(vault, token)))
  return row && { link: toLink(row), isReplaced: row.is_replaced }
}
