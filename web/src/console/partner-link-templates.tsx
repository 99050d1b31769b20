import type { Entry } from '../api/client.ts'
import { List } from '../components/list.tsx'
import { count, money } from '../format/format.ts'
import { linkTexts } from '../messages/en-links.ts'

const texts = linkTexts.staff.templates

type Template = Entry<'listLinkTemplates'>

/** Shows the templates of a partner's links, and the rules for claims. */
export function PartnerLinkTemplates({ partnerId }: { readonly partnerId: number }) {
  return (
    <List
      operation="listLinkTemplates"
      path={{ partnerId }}
      columns={[
        { label: texts.name, field: 'name' },
        { label: texts.sender, field: 'senderName' },
        {
          label: texts.factor,
          field: 'secondFactor',
          cell: ({ secondFactor }) => linkTexts.factors[secondFactor],
        },
        {
          label: texts.rules,
          field: 'claimRules',
          cell: ({ claimRules }) => rulesOf(claimRules).join('; '),
        },
        {
          label: texts.quiet,
          cell: ({ quietHours: quiet }) => quiet && `${quiet.from} – ${quiet.to} ${quiet.timeZone}`,
        },
        {
          label: texts.languages,
          cell: ({ texts: own }) => own.map(({ locale }) => locale).join(', '),
        },
        { label: texts.changed, field: 'updatedAt', shows: 'time' },
      ]}
      keyOf={({ templateId }) => templateId}
      empty={texts.empty}
    />
  )
}

function rulesOf(rules: Template['claimRules']): readonly string[] {
  if (!rules) return []
  const { networkPerDay, addressPerDay, amountPerDay = [], countries, reviewHours } = rules
  return [
    ...(networkPerDay === undefined ? [] : [texts.network(count(networkPerDay))]),
    ...(addressPerDay === undefined ? [] : [texts.address(count(addressPerDay))]),
    ...amountPerDay.map(({ amount, currency }) => texts.amount(money(amount, currency))),
    ...(countries ? [texts.countries(countries.join(', '))] : []),
    ...(reviewHours === undefined ? [] : [texts.hours(count(reviewHours))]),
  ]
}
