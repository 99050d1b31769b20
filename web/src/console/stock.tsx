import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { StockState } from '../components/stock-state.tsx'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.stock

export function StockPage() {
  return (
    <Page title={texts.title} text={texts.about}>
      <List
        operation="listStock"
        filters={[
          { name: 'brand', label: texts.brand },
          { name: 'low', label: texts.isLow, choices: messages.list.yesNo },
        ]}
        columns={[
          { label: texts.brand, cell: ({ brand }) => brand },
          {
            label: texts.faceValue,
            isNumber: true,
            cell: ({ faceValue, currency }) => <Money amount={faceValue} currency={currency} />,
          },
          { label: texts.free, isNumber: true, cell: ({ free }) => count(free) },
          {
            label: texts.expiringSoon,
            isNumber: true,
            cell: ({ expiringSoon }) => count(expiringSoon),
          },
          { label: texts.dailySales, isNumber: true, cell: ({ dailySales }) => count(dailySales) },
          {
            label: texts.daysLeft,
            isNumber: true,
            cell: ({ daysLeft }) => daysLeft !== null && count(daysLeft),
          },
          { label: texts.state, cell: (stock) => <StockState stock={stock} /> },
        ]}
        keyOf={({ productId, faceValue }) => `${productId} ${faceValue}`}
        hrefOf={({ productId }) => `/console/catalog/${productId}`}
      />
    </Page>
  )
}
