import { call } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { readable } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { useCan } from '../session/session.ts'
import { chosenField } from './names-filter.ts'
import { PartnerLink, usePartnerFilter } from './partner-names.tsx'
import { ProductLink, useProductFilter } from './product-names.tsx'

const texts = consoleTexts.assortments
const OPTIONAL = { isOptional: true } as const

/** Which products a partner sees. */
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
        { name: 'brand', label: texts.brand, ...OPTIONAL },
        { name: 'currency', label: texts.currency, ...OPTIONAL },
        OPTIONAL_REASON,
      ]}
      send={(body, key) => {
        const sent = { ...body, shown: body['shown'] === 'show' }
        return call('createAssortmentRule', {
          body: sent,
          key,
        })
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
          { label: texts.rule, field: 'ruleNo' },
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
          {
            label: texts.partner,
            field: 'partnerId',
            cell: ({ partnerId }) =>
              partnerId === undefined ? texts.all : <PartnerLink id={partnerId} />,
          },
          {
            label: texts.product,
            cell: ({ productId, brand, productType }) =>
              productId === undefined ? (
                (brand ?? (productType && readable(productType)) ?? texts.all)
              ) : (
                <ProductLink id={productId} />
              ),
          },
          {
            label: texts.currency,
            field: 'currency',
            cell: ({ currency }) => currency ?? texts.all,
          },
          {
            label: texts.from,
            field: 'effectiveAt',
            cell: ({ effectiveAt }) => <Instant at={effectiveAt} />,
          },
          { label: texts.by, field: 'recordedBy' },
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
