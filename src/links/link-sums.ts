import { storedCurrency, type Currency } from '../core/mod.ts'
import { sql, type Db, type LinksRow, type Statement } from '../db/mod.ts'

/**
 * The sums of a partner's links in one currency, in minor units: sent, and where the money is now.
 */
export interface LinkSums {
  readonly currency: Currency
  readonly links: number
  readonly openLinks: number
  readonly sentMinor: bigint
  readonly claimedMinor: bigint
  readonly returnedMinor: bigint
}

/** Returns the sums of all links of a partner, by currency. */
export async function sumLinks(db: Db, partnerId: number): Promise<LinkSums[]> {
  const rows = await db.rows(sumsOfLinks(partnerId))
  return rows.map((row) => ({
    currency: storedCurrency(row.currency),
    links: row.links,
    openLinks: row.open_links,
    sentMinor: BigInt(row.sent),
    claimedMinor: BigInt(row.claimed),
    returnedMinor: BigInt(row.returned),
  }))
}

interface SumsRow extends Pick<LinksRow, 'currency'> {
  links: number
  open_links: number
  /** Sums are text, because a sum of integers of 64 bits is numeric. */
  sent: string
  claimed: string
  returned: string
}

function sumsOfLinks(partnerId: number): Statement<SumsRow> {
  return sql`
    select currency, count(*)::integer as links,
           (count(*) filter (where ended is null and chosen_minor < amount_minor))::integer
             as open_links,
           sum(sent_minor)::text as sent, sum(claimed_minor)::text as claimed,
           sum(returned_minor)::text as returned
    from links where partner_id = ${partnerId}
    group by currency order by currency`
}
