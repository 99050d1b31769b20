import { answerTo, Refused, type Answer, type ActOf } from './acts.ts'
import * as orders from './orders.ts'
import type { OraclePartner } from './partner.ts'
import * as wallets from './wallets.ts'

/** Each row sees the effects of the rows before it. Atomic rows are one act: all or none. */
export function doRows(partner: OraclePartner, { rows, isAtomic }: ActOf<'bulk'>): Answer {
  const isShared = (key: number) => rows.filter((one) => one.key === key).length > 1
  const shared = rows.flatMap(({ key }, at) =>
    isShared(key) ? [`transactions[${at}].referenceId`] : [],
  )
  if (shared.length > 0) throw new Refused(400, shared.toSorted())
  const undo = partner.mark()
  const faults: string[] = []
  const results = rows.map((row, at) => {
    const answer = answerTo(
      () => wallets.transact(partner, row),
      ({ ofRow }) => faults.push(...ofRow.map((field) => `transactions[${at}].${field}`)),
    )
    if (!isAtomic) orders.follow(partner)
    return answer
  })
  const first = results.find(({ status }) => status !== 200)
  if (!isAtomic || !first) return { status: 200, results }
  undo()
  throw new Refused(first.status, [402, 500].includes(first.status) ? [] : faults.toSorted())
}

/**
 * The key of a row consists of the file's and its own. If funds do not cover a part, none of its
 * rows is credited.
 */
export function doFile(partner: OraclePartner, { file, rows }: ActOf<'file'>): Answer {
  const undo = partner.mark()
  const counts = { credited: 0, repeated: 0, refused: 0 }
  for (const row of rows) {
    const key = `transaction ${file}/${row.key}`
    const outcome = partner.keys.has(key) ? 'repeated' : 'credited'
    const { status } = answerTo(() => wallets.transact(partner, row, key))
    if (status === 402) {
      undo()
      throw new Refused(402)
    }
    counts[status === 200 ? outcome : 'refused'] += 1
  }
  return { status: 200, ...counts }
}
