import { useQuery } from '@tanstack/react-query'
import { call, type Input } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { FieldOf } from '../components/act-fields.ts'
import { Act } from '../components/act.tsx'
import { count } from '../format/format.ts'
import { templateTexts as texts } from '../messages/en-link-templates.ts'
import { useCan } from '../session/session.ts'

type Change = NonNullable<Input<'putOwnClaimRules'>['body']>
type Rules = NonNullable<Change['claimRules']>

/** The prefix of the names of amount fields, before their currency. */
const AMOUNT = 'amount '

/** The rules of all links, beside those of templates. */
export function ClaimRules() {
  const can = useCan()
  const { data } = useQuery(queryOf('getOwnClaimRules'))
  const { data: funds } = useQuery(queryOf('getOwnFunds'))
  if (!data || !funds || !can('putOwnClaimRules')) return undefined
  const rules = data.claimRules ?? {}
  const currencies = funds.map(({ currency }) => currency)
  return (
    <Act
      operation="putOwnClaimRules"
      label={texts.allRules}
      text={texts.rulesHelp}
      fields={[...countFields(rules), ...amountFields(rules, currencies)]}
      fixed={{}}
      send={(body, key) => call('putOwnClaimRules', { body: changeOf(body), key })}
      done={() => texts.allRulesSaved}
    />
  )
}

type RuleField = FieldOf<'putOwnClaimRules'>

function countFields({ countries = [], ...counts }: Partial<Rules>): RuleField[] {
  const names = ['networkPerDay', 'addressPerDay', 'reviewHours'] as const
  return [
    {
      name: 'claimRules.countries',
      label: texts.countries,
      kind: 'list',
      isOptional: true,
      initial: countries.join(', '),
      help: texts.countriesHelp,
    },
    ...names.map((name): RuleField => ({
      name: `claimRules.${name}`,
      label: texts[name],
      kind: 'number',
      isOptional: true,
      initial: String(counts[name] ?? ''),
    })),
  ]
}

/** A field for each currency of the funds, and for those that have a rule already. */
function amountFields(
  { amountPerDay = [] }: Partial<Rules>,
  funds: readonly string[],
): RuleField[] {
  const currencies = new Set([...funds, ...amountPerDay.map(({ currency }) => currency)])
  return [...currencies].map((currency) => {
    const amount = amountPerDay.find((one) => one.currency === currency)?.amount
    return {
      name: `claimRules.${AMOUNT}${currency}`,
      label: texts.amountPerDay(currency),
      kind: 'amount',
      currency,
      isOptional: true,
      initial: amount === undefined ? '' : count(amount),
    }
  })
}

/**
 * Returns the rules as they are sent, with the amounts in a list. Hours alone are no rule.
 */
function changeOf({ claimRules }: Readonly<Record<string, unknown>>): Change {
  const entries = Object.entries(Object(claimRules ?? {}) as Record<string, unknown>)
  if (entries.every(([name]) => name === 'reviewHours')) return {}
  const amountPerDay = entries.flatMap(([name, amount]) =>
    name.startsWith(AMOUNT)
      ? [{ currency: name.slice(AMOUNT.length), amount: Number(amount) }]
      : [],
  )
  const others = Object.fromEntries(entries.filter(([name]) => !name.startsWith(AMOUNT)))
  return { claimRules: { ...others, ...(amountPerDay.length > 0 && { amountPerDay }) } }
}
