import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { CreateProduct } from './product-acts.tsx'
import { amountsOf, ProductState } from './product-summary.tsx'

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
          { label: texts.type, field: 'productType', shows: 'word' },
          { label: texts.currency, field: 'currency' },
          {
            label: texts.amounts,
            cell: amountsOf,
          },
          { label: texts.supplier, field: 'supplier' },
          {
            label: texts.state,
            field: 'active',
            cell: (product) => <ProductState product={product} />,
          },
        ]}
        keyOf={({ productId }) => productId}
        hrefOf={({ productId }) => `/console/catalog/${productId}`}
        empty={texts.empty}
      />
    </Page>
  )
}
