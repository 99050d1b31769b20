import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { percent } from '../format/format.ts'
import { outlookTexts } from '../messages/en-outlook.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { chosenField } from './names-filter.ts'
import { usePartnerFilter } from './partner-names.tsx'
import { PriceComparison } from './price-comparison.tsx'
import { priceOutlook } from './price-outlook.ts'
import { useProductFilter } from './product-names.tsx'
import { ORIGIN_COLUMNS, SCOPE_COLUMNS, SCOPE_FIELDS } from './rule-scope.tsx'

const texts = messages.prices
const OPTIONAL = { isOptional: true } as const

export function PricesPage() {
  const partner = usePartnerFilter()
  const product = useProductFilter()
  const can = useCan()
  const create = can('createPriceRule') && (
    <Act
      operation="createPriceRule"
      label={texts.create}
      isPrimary
      text={texts.createText}
      fields={[
        chosenField(partner),
        chosenField(product),
        ...SCOPE_FIELDS,
        { name: 'discountPercent', label: texts.discount, kind: 'percent', ...OPTIONAL },
        {
          name: 'feeAmount',
          label: texts.fee,
          kind: 'amount',
          currency: { field: 'currency' },
          ...OPTIONAL,
        },
        OPTIONAL_REASON,
      ]}
      outlook={outlookOf}
    />
  )
  return (
    <Page title={texts.title} text={texts.about} acts={create}>
      <List
        operation="listPriceRules"
        filters={[partner, product]}
        columns={[
          { label: texts.rule, field: 'ruleNo' },
          ...SCOPE_COLUMNS,
          {
            label: texts.discount,
            isNumber: true,
            field: 'discountPercent',
            cell: ({ discountPercent }) =>
              discountPercent !== undefined && percent(discountPercent),
          },
          {
            label: texts.fee,
            isNumber: true,
            field: 'feeAmount',
            cell: ({ feeAmount, currency }) =>
              currency === undefined ? feeAmount : <Money amount={feeAmount} currency={currency} />,
          },
          ...ORIGIN_COLUMNS,
          {
            label: texts.acts,
            acts: ['endPriceRule'],
            cell: ({ ruleNo }) =>
              can('endPriceRule') && (
                <Act
                  operation="endPriceRule"
                  path={{ ruleNo }}
                  label={texts.end}
                  fields={[OPTIONAL_REASON]}
                  isDangerous
                />
              ),
          },
        ]}
        keyOf={({ ruleNo, effectiveAt }) => `${ruleNo} ${effectiveAt}`}
        empty={texts.empty}
      />
    </Page>
  )
}

/** Returns an example of the price by a rule; for one partner, beside what it pays today. */
function outlookOf(rule: Readonly<Record<string, unknown>>) {
  const { partnerId } = rule
  const example = priceOutlook(rule)
  if (example === undefined) return undefined
  if (typeof partnerId !== 'number') return `${example} ${outlookTexts.everyPartner}`
  return <PriceComparison typed={{ ...rule, partnerId }} />
}
