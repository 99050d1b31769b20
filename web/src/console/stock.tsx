import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { StockState } from '../components/stock-state.tsx'
import { count } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { stockTexts } from '../messages/en-stock.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

const texts = stockTexts
const defaults = consoleTexts.stock

export function StockPage() {
  const can = useCan()
  return (
    <Page title={texts.title} text={texts.about} acts={can('changeStockDefaults') && <Defaults />}>
      <List
        operation="listStock"
        filters={[
          { name: 'brand', label: texts.brand },
          { name: 'low', label: texts.isLow, choices: messages.list.yesNo },
        ]}
        columns={[
          { label: texts.brand, field: 'brand' },
          { label: texts.faceValue, field: 'faceValue', shows: 'amount' },
          { label: texts.free, field: 'free', shows: 'count' },
          { label: texts.expiringSoon, field: 'expiringSoon', shows: 'count' },
          { label: texts.dailySales, field: 'dailySales', shows: 'count' },
          {
            label: texts.daysLeft,
            isNumber: true,
            field: 'daysLeft',
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

/** The policy of products that have none of their own. */
function Defaults() {
  const { data } = useQuery(queryOf('getStockDefaults'))
  if (!data) return null
  const { expiryMarginSeconds, lowStockThreshold } = data
  return (
    <Act
      operation="changeStockDefaults"
      label={defaults.defaults}
      text={defaults.defaultsText}
      fixed={{ expiryMarginSeconds: null, lowStockThreshold: null }}
      fields={[
        {
          name: 'lowStockThreshold',
          label: defaults.threshold,
          kind: 'number',
          isOptional: true,
          initial: String(lowStockThreshold ?? ''),
        },
        {
          name: 'expiryMarginSeconds',
          label: defaults.margin,
          kind: 'number',
          isOptional: true,
          initial: String(expiryMarginSeconds ?? ''),
        },
        OPTIONAL_REASON,
      ]}
    />
  )
}
