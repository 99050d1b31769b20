import { call } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { consoleTexts } from '../messages/en-console.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { chosenField } from './names-filter.ts'
import { usePartnerFilter } from './partner-names.tsx'
import { useProductFilter } from './product-names.tsx'
import { ORIGIN_COLUMNS, SCOPE_COLUMNS, SCOPE_FIELDS } from './rule-scope.tsx'

const texts = consoleTexts.assortments

/** Shows the rules for the products that a partner sees. */
export function AssortmentsPage() {
  const partner = usePartnerFilter()
  const product = useProductFilter()
  const can = useCan()
  const create = can('createAssortmentRule') && (
    <Act
      operation="createAssortmentRule"
      label={texts.create}
      text={texts.createText}
      fields={[
        { name: 'shown', label: texts.shown, kind: 'choice', choices: SHOWN },
        chosenField(partner),
        chosenField(product),
        ...SCOPE_FIELDS,
        OPTIONAL_REASON,
      ]}
      send={(body, key) => {
        const sent = { ...body, shown: body['shown'] === 'show' }
        return call('createAssortmentRule', { body: sent, key })
      }}
      isPrimary
    />
  )
  return (
    <Page title={texts.title} text={texts.about} acts={create}>
      <List
        operation="listAssortmentRules"
        filters={[partner, product]}
        columns={[
          { label: messages.prices.rule, field: 'ruleNo' },
          {
            label: texts.shown,
            field: 'shown',
            cell: ({ shown }) => (
              <StatusBadge
                status={shown === undefined ? texts.ended : shown ? texts.isShown : texts.isHidden}
                color={shown === true ? 'green' : 'gray'}
              />
            ),
          },
          ...SCOPE_COLUMNS,
          ...ORIGIN_COLUMNS,
          {
            label: consoleTexts.acts,
            acts: ['createAssortmentRule'],
            cell: ({ ruleNo, shown, partnerId, productId, brand, productType, currency }) =>
              shown !== undefined &&
              can('createAssortmentRule') && (
                <Act
                  operation="createAssortmentRule"
                  label={texts.end}
                  text={texts.endText(ruleNo)}
                  fixed={{ partnerId, productId, brand, productType, currency, shown: null }}
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

const SHOWN = [
  { value: 'show', label: texts.show },
  { value: 'hide', label: texts.hide },
]
