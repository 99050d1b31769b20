import type { Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { caseAct, caseKindField } from '../components/case-kinds.ts'
import { itemSearch } from '../components/item-search.ts'
import { REASON } from '../components/reason.ts'
import { Target } from '../components/target.ts'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'

const texts = messages.ofPortal
const labels = messages.orders

interface AskCaseProps {
  readonly order: Pick<Result<'getOwnOrder'>, 'id' | 'currency' | 'itemCount' | 'lines'>
  /** Undefined if the form asks for it. */
  readonly itemNo?: number
}

/** Asks the operator for a refund, a replacement or a block of an item. */
export function AskCase({ order, itemNo }: AskCaseProps) {
  const { id, currency } = order
  const act = (
    <Act
      operation="requestOwnCase"
      path={{ orderId: id }}
      label={itemNo === undefined ? texts.askCase : texts.openCase}
      submitLabel={({ kind }) => caseAct(texts.caseActs, kind)}
      text={texts.askCaseText}
      done={() => texts.askedCase}
      fixed={itemNo === undefined ? {} : { itemNo }}
      fields={[
        ...(itemNo === undefined ? [itemField(order)] : []),
        caseKindField(texts.caseActs),
        {
          name: 'amount',
          label: labels.refundAmount,
          kind: 'amount',
          currency,
          isOptional: true,
        },
        { ...REASON, help: undefined },
      ]}
    />
  )
  // The dialog names the item: the first column of the list is only its number.
  return itemNo === undefined ? act : <Target value={labels.itemOf(count(itemNo))}>{act}</Target>
}

function itemField({ id, itemCount, lines }: AskCaseProps['order']) {
  return {
    name: 'itemNo',
    label: labels.item,
    kind: 'choice',
    isNumeric: true,
    search: itemSearch({ id, itemCount, lines: async () => lines }),
    help: labels.itemHelp,
  } as const
}
