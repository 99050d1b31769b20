import { List } from '../components/list.tsx'
import { Part } from '../components/part.tsx'
import { count } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { PartnerLink } from './partner-names.tsx'

const texts = consoleTexts.stock

interface Props {
  readonly path: { readonly productId: number; readonly lot: string }
}

/** The orders that have codes of a lot. */
export function LotHolders({ path }: Props) {
  return (
    <Part title={texts.holders}>
      <List
        operation="listLotOrders"
        path={path}
        scope={{ name: 'holders', label: texts.holders }}
        columns={[
          { label: texts.order, field: 'orderId', shows: 'id' },
          {
            label: texts.partner,
            field: 'partnerId',
            cell: ({ partnerId }) => <PartnerLink id={partnerId} />,
          },
          { label: texts.reference, field: 'clientReference' },
          { label: texts.status, field: 'status', shows: 'status' },
          {
            label: texts.items,
            cell: ({ firstItemNo, lastItemNo }) =>
              firstItemNo === lastItemNo
                ? count(firstItemNo)
                : `${count(firstItemNo)} – ${count(lastItemNo)}`,
          },
          { label: texts.codes, field: 'codes', shows: 'count' },
        ]}
        keyOf={({ orderId, firstItemNo }) => `${orderId} ${firstItemNo}`}
        hrefOf={({ orderId }) => `/console/orders/${orderId}`}
        empty={texts.noHolders}
      />
    </Part>
  )
}
