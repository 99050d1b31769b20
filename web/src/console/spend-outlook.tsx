import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { money } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { outlookTexts as texts } from '../messages/en-outlook.ts'

interface Props {
  readonly partnerId: number
  readonly limit: Readonly<Record<string, unknown>>
}

/** Shows how much a partner or credential could still spend under a limit, before it is set. */
export function SpendOutlook({ partnerId, limit }: Props) {
  const { data } = useQuery(queryOf('listSpendLimits', { path: { partnerId } }))
  const { currency, perDay, perMonth, clientId = null } = limit
  if (!data || typeof currency !== 'string' || currency.length !== CODE_LENGTH) return null
  const code = currency.toUpperCase()
  const now = data.find((one) => one.currency === code && one.clientId === clientId)
  if (typeof perDay !== 'number' && typeof perMonth !== 'number') return now && texts.spendFree
  const left = (bound: unknown, spent: number | null | undefined, says: Says) => {
    if (typeof bound !== 'number') return ''
    const rest = sumOf([bound, `-${spent ?? 0}` as `${number}`])
    return says(money(Number(rest) < 0 ? 0 : rest, code), money(spent ?? 0, code))
  }
  return [
    left(perDay, now?.spentToday, texts.spendToday),
    left(perMonth, now?.spentThisMonth, texts.spendThisMonth),
    now ? '' : texts.spendNew,
  ]
    .filter((text) => text !== '')
    .join(' ')
}

type Says = (rest: string, spent: string) => string

/** The letters of a currency code. */
const CODE_LENGTH = 3
