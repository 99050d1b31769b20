import { useQuery } from '@tanstack/react-query'
import { call, request, type Entry } from '../api/client.ts'
import { count, money, type Decimal } from '../format/format.ts'
import { outlookTexts as texts } from '../messages/en-outlook.ts'
import { messages } from '../messages/messages.ts'
import { usePartnerName } from './partner-names.tsx'
import { comparePrices, type ComparedRule } from './price-today.ts'

interface Props {
  /** The rule as it is typed in, for one partner. */
  readonly typed: ComparedRule & { readonly partnerId: number }
}

/** What a partner pays today, and would pay with a rule; nothing where that cannot be read. */
export function PriceComparison({ typed }: Props) {
  const name = usePartnerName(typed.partnerId) ?? messages.partners.one(typed.partnerId)
  const { data: rules } = useQuery({ queryKey: ['listPriceRules', 'all'], queryFn: readRules })
  const { productId } = typed
  const { data: product } = useQuery({
    queryKey: ['getProduct', productId],
    queryFn: ({ signal }) => call('getProduct', { path: { productId: Number(productId) }, signal }),
    enabled: productId !== undefined,
  })
  if (!rules || (productId !== undefined && !product)) return null
  const covered = product && productId !== undefined ? product : typed
  const compared = comparePrices({ rules, typed, covered, nowMs: Date.now() })
  if (!compared) return texts.differs(name)
  const code = covered.currency?.toUpperCase()
  const shown = (amount: number | Decimal): string =>
    code === undefined ? count(amount) : money(amount, code)
  const { face, today, after } = compared
  const said = today === after ? texts.paysTheSame : texts.wouldPay
  return said({ name, face: shown(face), today: shown(today), after: shown(after) })
}

/** Returns all rules; undefined if they are more than a page should read. */
async function readRules({ signal }: { signal: AbortSignal }) {
  const rules: Entry<'listPriceRules'>[] = []
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const query = { page, pageSize: PAGE_SIZE }
    // Each page is read only if there is one.
    // oxlint-disable-next-line no-await-in-loop
    const { data, meta } = await request('listPriceRules', { query, signal })
    rules.push(...data)
    if (rules.length >= meta.pagination.totalRecords) return rules
  }
  return null
}

const PAGE_SIZE = 2_000
const PAGES_MAX = 5
