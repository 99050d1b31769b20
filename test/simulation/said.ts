import type { Answer } from '../oracle/acts.ts'
import { AMOUNTS } from '../oracle/facts.ts'
import type { Json } from '../support/client.ts'
import type { Asked } from './requests.ts'

/** What a reply says that the oracle can say too: no ids. */
export function saidBy({ act }: Asked, { status, body }: { status: number; body: Json }): Answer {
  if (status >= 300) return refused(act.act, status, body)
  const { data } = body
  switch (act.act) {
    case 'deposit':
    case 'reverse':
      return { status, funds: data.funds }
    case 'place':
      return { status, total: data.totalAmount }
    case 'cancel':
      return { status, is: data.status }
    case 'case':
      return { status, is: data.state }
    case 'send':
      return { status, links: data.links.length }
    case 'claim':
      return { status, total: Number(AMOUNTS[act.amount]) }
    case 'end link':
      return { status, is: data.status }
    case 'credit':
    case 'debit':
      return transacted(status, data)
    case 'bulk': {
      const results = data.results.map((row: Json) =>
        row.status === 200 ? transacted(200, row.body.data) : refused('bulk', row.status, row.body),
      )
      return { status, results }
    }
  }
}

function refused(act: string, status: number, { error }: Json): Answer {
  const named: string[] = (error.details ?? []).map(({ field }: Json) => field)
  const fields = act === 'bulk' ? named.toSorted() : named
  return fields.length > 0 && status !== 402 && status !== 500 ? { status, fields } : { status }
}

function transacted(status: number, data: Json): Answer {
  const { previousBalance: previous, transactionAmount: amount, newBalance: next } = data
  return { status, previous, amount, next }
}

/** The same of what the oracle answers. A repeated order says no more than the first. */
export function saidByOracle(answer: Answer): string {
  const { order: _, replayed: __, ...said } = answer
  return JSON.stringify(Object.entries(said).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
