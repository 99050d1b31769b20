import { CodeText } from '../components/code-text.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { messages } from '../messages/messages.ts'

const texts = messages.catalog

/** Products are looked for by eye. */
const LONG_PAGE = { pageSize: '100' }

export function CatalogPage() {
  return (
    <Page title={texts.title}>
      <List
        operation="listProducts"
        fixed={LONG_PAGE}
        columns={[
          { label: texts.brand, cell: ({ brand }) => brand },
          { label: texts.id, isNumber: true, cell: ({ productId }) => productId },
          { label: texts.type, cell: ({ productType }) => <CodeText>{productType}</CodeText> },
          { label: texts.currency, cell: ({ currency }) => currency },
          {
            label: texts.amounts,
            cell: ({ fixedAmounts, minAmount, maxAmount }) =>
              fixedAmounts ? fixedAmounts.join(', ') : `${minAmount} – ${maxAmount}`,
          },
          { label: texts.supplier, cell: ({ supplier }) => supplier },
          {
            label: texts.state,
            cell: ({ active }) => <StatusBadge status={active ? 'ACTIVE' : texts.inactive} />,
          },
        ]}
        keyOf={({ productId }) => productId}
        hrefOf={({ productId }) => `/console/catalog/${productId}`}
        empty={texts.empty}
      />
    </Page>
  )
}
