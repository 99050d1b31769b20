import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { money } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { outlookTexts as texts } from '../messages/en-outlook.ts'

interface Props {
  readonly partnerId: number
  readonly currency: unknown
  readonly limit: unknown
}

/** Shows how much a partner could spend with a credit limit, before the limit is set. */
export function CreditOutlook({ partnerId, currency, limit }: Props) {
  const { data } = useQuery(queryOf('getFunds', { path: { partnerId } }))
  if (!data || typeof limit !== 'number' || typeof currency !== 'string') return null
  const code = currency.toUpperCase()
  const funds = data.find((one) => one.currency === code)
  const { available = 0, creditLimit = 0 } = funds ?? {}
  const free = sumOf([available, `-${creditLimit}` as `${number}`, limit])
  const shown = money(free, code)
  return Number(free) < 0 ? texts.creditBelow(shown) : texts.creditLeaves(shown)
}
