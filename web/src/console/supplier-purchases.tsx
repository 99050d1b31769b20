import { Text } from '@mantine/core'
import { List } from '../components/list.tsx'
import { Money } from '../components/money.tsx'
import type { Scope } from '../components/use-list-search.ts'
import { faultInWords } from '../format/fault-words.ts'
import { count, money } from '../format/format.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { messages } from '../messages/messages.ts'
import { ProductLink } from './product-names.tsx'
import { supplierPath } from './supplier-path.ts'
import { decimalOf } from './supplier-state.tsx'

const STATUSES = ['PLACING', 'PLACED', 'DONE', 'REFUSED', 'REVERSED', 'STOCKED', 'CLOSED']

interface Props {
  readonly supplier: string
  readonly scope: Scope
  /** Filters that the reader cannot change. */
  readonly fixed?: Readonly<Record<string, string>>
}

/** The purchases at a supplier, with their cost. */
export function PurchaseList({ supplier, scope, fixed }: Props) {
  return (
    <List
      operation="listSupplierPurchases"
      path={{ supplier }}
      scope={scope}
      {...(fixed && { fixed })}
      filters={
        fixed
          ? []
          : [
              { name: 'status', label: texts.state, choices: STATUSES },
              { name: 'unclear', label: texts.unclear, choices: messages.list.yesNo },
              { name: 'orderId', label: texts.order },
            ]
      }
      columns={[
        { label: texts.order, field: 'orderId', shows: 'id' },
        {
          label: texts.product,
          field: 'productId',
          cell: ({ productId }) => <ProductLink id={productId} />,
        },
        { label: texts.state, field: 'status', shows: 'status' },
        {
          label: texts.units,
          isNumber: true,
          cell: ({ quantity, faceValue, currency }) =>
            texts.unitsOf(count(quantity), money(faceValue, currency)),
        },
        {
          label: texts.cost,
          isNumber: true,
          field: 'cost',
          cell: ({ cost, costCurrency }) =>
            cost !== undefined && <Money amount={decimalOf(cost)} currency={costCurrency} />,
        },
        { label: texts.begunAt, field: 'begunAt', shows: 'time' },
        {
          label: texts.fault,
          field: 'fault',
          cell: ({ fault }) => fault !== undefined && <Text size="sm">{faultInWords(fault)}</Text>,
        },
      ]}
      keyOf={({ purchaseId }) => purchaseId}
      hrefOf={({ purchaseId }) => `${supplierPath(supplier)}/purchases/${purchaseId}`}
      empty={texts.noPurchases}
    />
  )
}
