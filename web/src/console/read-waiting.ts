import { request, type OperationId, type Result } from '../api/client.ts'
import { importReachable } from '../api/connection.ts'
import { count, money, readable, type Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { needsYouTexts } from '../messages/en-needs-you.ts'
import { messages } from '../messages/messages.ts'
import { isLow } from './is-low.ts'

const texts = needsYouTexts
/** The most entries that are summed. If there are more, no worth is shown: it would be too low. */
const SUMMED_MAX = 100
const WAITING = ['ON_HOLD', 'OUT_OF_STOCK'] as const

/** A line about something that waits for somebody. */
export interface WaitingLine {
  readonly text: string
  readonly href: string
  readonly search?: Readonly<Record<string, string>>
  readonly worth?: string
  /** The instant since which the oldest entry waits. */
  readonly since?: string | undefined
  /** True if partners notice it. */
  readonly isUrgent?: boolean
}

interface Reader {
  can(operation: OperationId): boolean
  readonly signal: AbortSignal
}

/** Reads what waits for somebody, as far as the reader may see it. */
export async function readWaiting(
  overview: Result<'getOverview'>,
  reader: Reader,
): Promise<WaitingLine[]> {
  const lines = await Promise.all([
    ...WAITING.map((status) => waitingOrders(overview, status, reader)),
    reader.can('listSuppliers') ? waitingSuppliers(reader) : [],
    reader.can('listSupplierPriceChanges') ? waitingPrices(reader) : [],
    reader.can('listApprovals') ? waitingApprovals(reader) : [],
    reader.can('listCases') ? waitingCases(reader) : [],
    reader.can('listLinkReviews') ? waitingReviews(reader) : [],
    overview.openAlerts > 0 && reader.can('listAlerts') ? openAlerts(reader) : [],
  ])
  return lines.flat().toSorted((one, two) => rankOf(one) - rankOf(two))
}

/** Urgent lines come first. */
function rankOf({ isUrgent = false }: WaitingLine): number {
  return isUrgent ? 0 : 1
}

/** Returns how many orders wait for somebody, by status. */
export function waitingCounts({ orders }: Result<'getOverview'>): number[] {
  return WAITING.map((status) => orders.find((one) => one.status === status)?.orders ?? 0)
}

async function waitingOrders(
  { orders }: Result<'getOverview'>,
  status: (typeof WAITING)[number],
  { signal }: Reader,
): Promise<WaitingLine[]> {
  const group = orders.find((one) => one.status === status)
  if (!group || group.orders === 0) return []
  const query = { status, pageSize: SUMMED_MAX }
  const { data } = await request('listOrders', { query, signal })
  const amounts = data.map(({ totalAmount, currency }) => ({ amount: totalAmount, currency }))
  return [
    {
      text: texts.orders(group.orders, count(group.orders), readable(status)),
      href: '/console/orders',
      search: { status },
      since: group.oldestAt,
      isUrgent: true,
      ...worthOf(amounts, group.orders),
    },
  ]
}

async function waitingSuppliers({ signal }: Reader): Promise<WaitingLine[]> {
  const { data } = await request('listSuppliers', { query: { pageSize: SUMMED_MAX }, signal })
  return data.flatMap(({ supplier, unclearPurchases, active, pots, lowFloat }): WaitingLine[] => {
    const href = `/console/suppliers/accounts/${supplier}`
    const low = pots.filter((pot) => isLow({ lowFloat }, pot))
    return [
      ...(unclearPurchases > 0
        ? [
            {
              text: texts.purchases(unclearPurchases, count(unclearPurchases), supplier),
              href,
              isUrgent: true,
            },
          ]
        : []),
      ...(active ? low : []).map(({ currency, funds, daysLeft }) => ({
        text: texts.lowFunds(supplier, daysLeft),
        href,
        worth: money(funds as Decimal, currency),
      })),
    ]
  })
}

async function waitingPrices({ signal }: Reader): Promise<WaitingLine[]> {
  const query = { status: 'WAITS', sort: 'seenAt', pageSize: SUMMED_MAX } as const
  const { data, meta } = await request('listSupplierPriceChanges', { query, signal })
  const { totalRecords } = meta.pagination
  if (totalRecords === 0) return []
  return [
    {
      text: texts.prices(totalRecords, count(totalRecords)),
      href: '/console/listings',
      since: data[0]?.seenAt,
      // Nothing is bought at a higher price while it waits for a decision.
      isUrgent: data.some(isDearer),
    },
  ]
}

type PriceChange = Result<'listSupplierPriceChanges'>[number]

/** True if the price rises: a lower discount is a higher price. */
function isDearer({ oldPercent, newPercent }: PriceChange): boolean {
  return Number(newPercent) < Number(oldPercent)
}

async function waitingApprovals({ signal }: Reader): Promise<WaitingLine[]> {
  const query = { state: 'PENDING', sort: 'requestedAt', pageSize: SUMMED_MAX } as const
  const { data, meta } = await request('listApprovals', { query, signal })
  const { totalRecords } = meta.pagination
  if (totalRecords === 0) return []
  const [first] = data
  const isOne = totalRecords === 1 && first !== undefined
  return [
    {
      text: isOne
        ? texts.approval(messages.approvals.kinds[first.kind])
        : texts.approvals(count(totalRecords)),
      href: isOne ? `/console/approvals/${first.approvalId}` : '/console/approvals',
      since: first?.requestedAt,
    },
  ]
}

async function waitingCases({ signal }: Reader): Promise<WaitingLine[]> {
  const query = { state: 'REQUESTED', sort: 'openedAt', pageSize: SUMMED_MAX } as const
  const { data, meta } = await request('listCases', { query, signal })
  const { totalRecords } = meta.pagination
  if (totalRecords === 0) return []
  const amounts = data.flatMap(({ amount, currency }) =>
    amount === undefined || currency === undefined ? [] : [{ amount, currency }],
  )
  return [
    {
      text: texts.cases(totalRecords, count(totalRecords)),
      href: '/console/cases',
      search: { state: 'REQUESTED' },
      since: data[0]?.openedAt,
      ...worthOf(amounts, totalRecords),
    },
  ]
}

async function waitingReviews({ signal }: Reader): Promise<WaitingLine[]> {
  const { data: links } = await request('listLinkReviews', { signal })
  if (links.length === 0) return []
  const amounts = links.map(({ left, currency }) => ({ amount: left, currency }))
  return [
    {
      text: texts.reviews(links.length, count(links.length)),
      href: '/console/link-reviews',
      isUrgent: true,
      ...worthOf(amounts, links.length),
    },
  ]
}

/** The alerts whose subject has a line of its own, for readers who may call the operation. */
const WITH_OWN_LINE: Readonly<Record<string, Parameters<Reader['can']>[0]>> = {
  supplier_unclear: 'listSuppliers',
  supplier_price_waits: 'listSupplierPriceChanges',
  upstream_low_float: 'listSuppliers',
}

async function openAlerts({ can, signal }: Reader): Promise<WaitingLine[]> {
  const query = { state: 'open', pageSize: SUMMED_MAX } as const
  const { data } = await request('listAlerts', { query, signal })
  const others = data.filter(({ kind }) => {
    const operation = WITH_OWN_LINE[kind]
    return operation === undefined || !can(operation)
  })
  const lines = await Promise.all(
    (['critical', 'warning'] as const).map(async (severity): Promise<WaitingLine[]> => {
      const some = others.filter((alert) => alert.severity === severity)
      const [first] = some
      if (!first) return []
      return [
        {
          text:
            some.length === 1 ? await inWords(first) : texts.alerts(count(some.length), severity),
          href: '/console/alerts',
          search: { severity },
          since: some.map(({ raisedAt }) => raisedAt).toSorted()[0],
          isUrgent: severity === 'critical',
        },
      ]
    }),
  )
  return lines.flat()
}

/** The texts of alerts are loaded only if one of them is shown. */
async function inWords(alert: Result<'listAlerts'>[number]): Promise<string> {
  const { wordsOfAlert } = await importReachable(() => import('../format/alert-words.ts'))
  return wordsOfAlert(alert)
}

interface Amount {
  readonly amount: number
  readonly currency: string
}

/** Returns the sum of amounts by currency; nothing unless all of them are known. */
function worthOf(amounts: readonly Amount[], total: number): Pick<WaitingLine, 'worth'> {
  if (amounts.length < total || amounts.length === 0) return {}
  const currencies = [...new Set(amounts.map(({ currency }) => currency))]
  const sums = currencies.map((currency) => {
    const some = amounts.filter((one) => one.currency === currency)
    return money(sumOf(some.map(({ amount }) => amount)), currency)
  })
  return { worth: sums.join(' + ') }
}
