import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { count, readable } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { CreateProduct } from './product-acts.tsx'

const texts = messages.catalog

/** A large page, because readers look through the products by eye. */
const LONG_PAGE = { pageSize: '100' }
const TYPES = ['GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT']

export function CatalogPage() {
  const can = useCan()
  return (
    <Page title={texts.title} text={texts.about} acts={can('createProduct') && <CreateProduct />}>
      <List
        operation="listProducts"
        fixed={LONG_PAGE}
        filters={[
          { name: 'brand', label: texts.brand },
          { name: 'productType', label: texts.type, choices: TYPES },
          { name: 'currency', label: texts.currency },
          { name: 'active', label: texts.active, choices: messages.list.yesNo },
        ]}
        columns={[
          { label: texts.brand, field: 'brand' },
          {
            label: texts.id,
            isNumber: true,
            field: 'productId',
          },
          {
            label: texts.type,
            field: 'productType',
            cell: ({ productType }) => readable(productType),
          },
          { label: texts.currency, field: 'currency' },
          {
            label: texts.amounts,
            cell: ({ fixedAmounts, minAmount = 0, maxAmount = 0 }) =>
              fixedAmounts
                ? fixedAmounts.map(count).join(' · ')
                : `${count(minAmount)} – ${count(maxAmount)}`,
          },
          { label: texts.supplier, field: 'supplier' },
          {
            label: texts.state,
            field: 'active',
            cell: ({ active }) => (
              <StatusBadge
                status={active ? 'ACTIVE' : texts.inactive}
                color={active ? 'green' : 'gray'}
              />
            ),
          },
        ]}
        keyOf={({ productId }) => productId}
        hrefOf={({ productId }) => `/console/catalog/${productId}`}
        empty={texts.empty}
      />
    </Page>
  )
}
