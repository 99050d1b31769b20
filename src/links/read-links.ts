import { maybeRow, type Db } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Link } from './link.ts'
import { linkByToken, linksBefore, linksByNumber, linksOfBatch, toLink } from './link-rows.ts'
import { partnerOfToken, tokenHash } from './link-token.ts'

export async function findLink(
  db: Db,
  partnerId: number,
  linkNo: number,
): Promise<Link | undefined> {
  const row = await maybeRow(db, linksByNumber(partnerId, [linkNo]))
  return row && toLink(row)
}

/** Returns the links that one request sent, in its order. */
export async function listBatch(db: Db, partnerId: number, batchNo: number): Promise<Link[]> {
  return (await db.rows(linksOfBatch(partnerId, batchNo))).map(toLink)
}

export interface LinkPage {
  readonly links: Link[]
  /** Where the next page goes on; undefined at the end. */
  readonly nextNo: number | undefined
}

/** Returns a page of a partner's links, newest first. */
export async function listLinks(
  db: Db,
  partnerId: number,
  { afterNo, pageSize }: { readonly afterNo: number | undefined; readonly pageSize: number },
): Promise<LinkPage> {
  const beforeNo = afterNo ?? Number.MAX_SAFE_INTEGER
  const rows = await db.rows(linksBefore(partnerId, { beforeNo, limit: pageSize + 1 }))
  const links = rows.slice(0, pageSize).map(toLink)
  return { links, nextNo: rows.length > pageSize ? links.at(-1)?.linkNo : undefined }
}

/** A link, by its token or by one that was replaced since. */
export interface OpenedLink {
  readonly link: Link
  readonly isReplaced: boolean
}

/** Finds the link of a token. Undefined for one that is misspelled, without a query, or unknown. */
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
