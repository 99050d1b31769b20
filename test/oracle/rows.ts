import type { Answer, Asked, TransactAct } from './acts.ts'
import { Refused } from './refused.ts'

/** The functions for rows: do one, do its consequences, and undo. */
interface Doing {
  transact(row: TransactAct, key: string): Answer
  isUsed(key: string): boolean
  follow(): void
  /** Returns a function that restores the present state. */
  mark(): () => void
}

/** The field of a row that is at fault, by the status that it has alone. */
const FIELDS: Readonly<Record<number, string>> = {
  402: 'amount',
  403: 'referenceId',
  404: 'walletId',
  409: 'walletId',
  500: 'amount',
}

/** Each row sees the effects of the rows before it. Atomic rows are one act: all or none. */
export function doRows({ rows, isAtomic }: Asked<'bulk'>, doing: Doing): Answer {
  const isShared = (key: number) => rows.filter((one) => one.key === key).length > 1
  const shared = rows.flatMap(({ key }, at) => (isShared(key) ? [nameOf(at, 'referenceId')] : []))
  if (shared.length > 0) throw new Refused(400, shared.toSorted())
  const named = new Map<Answer, string | undefined>()
  const undo = doing.mark()
  const results = rows.map((row) => answerTo(row, String(row.key), doing))
  const first = results.find(({ status }) => status !== 200)
  if (!isAtomic || !first) return { status: 200, results }
  undo()
  const faults = results.flatMap((result, at) => {
    const { status, fields = [named.get(result) ?? FIELDS[status]] } = result
    return status === 200 ? [] : (fields as string[]).map((field) => nameOf(at, field))
  })
  throw new Refused(first.status, [402, 500].includes(first.status) ? [] : faults.toSorted())

  function answerTo(row: TransactAct, key: string, { transact, follow }: Doing): Answer {
    try {
      const answer = transact(row, key)
      if (!isAtomic) follow()
      return answer
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      named.set(error.answer, error.field)
      return error.answer
    }
  }
}

function nameOf(at: number, field: string): string {
  return `transactions[${at}].${field}`
}

/**
 * The key of a row consists of the file's and its own. If funds do not cover a part, none of its
 * rows is credited.
 */
export function doFile({ file, rows }: Asked<'file'>, { transact, isUsed, mark }: Doing): Answer {
  const undo = mark()
  const counts = { credited: 0, repeated: 0, refused: 0 }
  for (const row of rows) {
    const key = `${file}/${row.key}`
    const was = isUsed(key) ? 'repeated' : 'credited'
    try {
      transact(row, key)
      counts[was] += 1
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.answer.status === 402) {
        undo()
        throw error
      }
      counts.refused += 1
    }
  }
  return { status: 200, ...counts }
}
