import { call, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { caseAct, caseKindField } from '../components/case-kinds.ts'
import { itemSearch } from '../components/item-search.ts'
import { REASON } from '../components/reason.ts'
import { Target } from '../components/target.ts'
import { count, money } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { ACKNOWLEDGED } from './cases.tsx'

const texts = messages.orders
/** More lines than an order can have. */
const LINES_MAX = 2_000

interface Props {
  readonly order: Pick<Result<'getOrder'>, 'id' | 'currency' | 'itemCount'>
  /** Undefined if the form asks for it. */
  readonly itemNo?: number
  /** The item that the form begins with. */
  readonly initialItem?: string | undefined
}

/** Refunds, replaces or blocks an item of an order. */
export function OpenCase({ order, itemNo, initialItem }: Props) {
  const { id, currency } = order
  const can = useCan()
  if (!can('openCase')) return null
  const act = (
    <Act
      operation="openCase"
      path={{ orderId: id }}
      label={texts.openCase}
      submitLabel={({ kind }) => caseAct(texts.caseActs, kind)}
      text={texts.openCaseText}
      fixed={itemNo === undefined ? {} : { itemNo }}
      fields={[
        ...(itemNo === undefined ? [itemField(order, initialItem)] : []),
        caseKindField(texts.caseActs),
        {
          name: 'amount',
          label: texts.refundAmount,
          kind: 'amount',
          currency,
          isOptional: true,
        },
        ACKNOWLEDGED,
        REASON,
      ]}
      done={doneText}
    />
  )
  return itemNo === undefined ? act : <Target value={texts.itemOf(count(itemNo))}>{act}</Target>
}

function itemField({ id, itemCount }: Props['order'], initial: string | undefined) {
  return {
    name: 'itemNo',
    label: texts.item,
    kind: 'choice',
    isNumeric: true,
    search: itemSearch({ id, itemCount, lines: async (signal) => await linesOf(id, signal) }),
    help: texts.itemHelp,
    initial,
  } as const
}

/** Returns all lines of an order. */
export async function linesOf(orderId: string, signal: AbortSignal) {
  const query = { pageSize: LINES_MAX }
  return (await call('getOrder', { path: { orderId }, query, signal })).lines
}

/** Returns the text of the notification about what was done to an item. */
function doneText({ kind, itemNo, amount = 0, currency = '' }: Result<'openCase'>): string {
  return texts.caseDone[kind](String(itemNo), kind === 'refund' ? money(amount, currency) : '')
}
