import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Entry, Input } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { count, money } from '../format/format.ts'
import { outlookTexts as texts } from '../messages/en-outlook.ts'
import { messages } from '../messages/messages.ts'
import { usePartnerName } from './partner-names.tsx'

type Query = NonNullable<Input<'comparePriceRule'>['query']>

interface Props {
  /** The rule as it is typed in, for one partner. */
  readonly typed: Query & { readonly partnerId: number }
}

/** Compares the price of today with that of a rule. Shows nothing if the prices cannot be read. */
export function PriceComparison({ typed }: Props) {
  const [{ partnerId, ...query }] = useDebouncedValue(typed, TYPING_MS)
  const name = usePartnerName(partnerId) ?? messages.partners.one(partnerId)
  const { data, isError } = useQuery({
    ...queryOf('comparePriceRule', { path: { partnerId }, query }),
    placeholderData: keepPreviousData,
    // The service refuses a half-typed field, and would refuse it again.
    retry: false,
  })
  if (!data || isError) return null
  const [only, ...others] = data
  if (only && others.length === 0) return textOfOnlyRule(only, name)
  const shown = data.slice(0, SHOWN_MAX)
  const more = data.length - shown.length
  return (
    <>
      {data.length > 0 && texts.paysByRules(name)}
      {shown.map((one) => (
        <div key={`${one.ruleNo} ${one.productId}`}>{textOfRule(one)}</div>
      ))}
      {more > 0 && <div>{texts.otherRules(count(more))}</div>}
    </>
  )
}

type ComparedPrices = Entry<'comparePriceRule'>

function textOfOnlyRule(
  { currency, faceValue, today, after }: ComparedPrices,
  name: string,
): string {
  const text = today === after ? texts.paysTheSame : texts.wouldPay
  const shown = (amount: number): string => money(amount, currency)
  return text({ name, face: shown(faceValue), today: shown(today), after: shown(after) })
}

function textOfRule({ products, currency, faceValue, today, after }: ComparedPrices): string {
  const shown = (amount: number): string => money(amount, currency)
  const [face, now, next] = [shown(faceValue), shown(today), shown(after)]
  return `${texts.products(count(products))} ${texts.todayAndThen({ face, now, next })}`
}

const TYPING_MS = 200
const SHOWN_MAX = 4
