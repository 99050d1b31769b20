import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { FieldOf } from '../components/act-fields.ts'
import { Act } from '../components/act.tsx'
import { templateTexts as texts } from '../messages/en-link-templates.ts'
import { useCan } from '../session/session.ts'

/**
 * The rules of all links, beside those of templates. The form has no amounts: it leaves those that
 * the interface has set.
 */
export function ClaimRules() {
  const can = useCan()
  const { data } = useQuery({
    queryKey: ['getOwnClaimRules'],
    queryFn: ({ signal }) => call('getOwnClaimRules', { signal }),
  })
  if (!data || !can('putOwnClaimRules')) return undefined
  const { countries = [], amountPerDay, ...counts } = data.claimRules ?? {}
  const fields: FieldOf<'putOwnClaimRules'>[] = [
    {
      name: 'claimRules.countries',
      label: texts.countries,
      kind: 'list',
      isOptional: true,
      initial: countries.join(', '),
      help: texts.countriesHelp,
    },
  ]
  for (const name of ['networkPerDay', 'addressPerDay', 'reviewHours'] as const) {
    fields.push({
      name: `claimRules.${name}`,
      label: texts[name],
      kind: 'number',
      isOptional: true,
      initial: String(counts[name] ?? ''),
    })
  }
  return (
    <Act
      operation="putOwnClaimRules"
      label={texts.allRules}
      text={texts.rulesHelp}
      fields={fields}
      fixed={amountPerDay ? { claimRules: { amountPerDay } } : {}}
      done={() => texts.allRulesSaved}
    />
  )
}
