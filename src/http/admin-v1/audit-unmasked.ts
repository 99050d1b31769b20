import { recordAudit, type Actor, type AuditValue } from '../../audit/mod.ts'
import { transact } from '../../db/mod.ts'
import type { Context } from '../context.ts'

/** The actor who sees personal data, and the records that have it. */
interface UnmaskedRead {
  readonly actor: Actor
  readonly partnerId?: number | undefined
  readonly target: string
  readonly after?: AuditValue
}

/** Records that an operator is about to see personal data. The entry itself has none. */
export async function auditUnmasked({ db, clock }: Context, seen: UnmaskedRead): Promise<void> {
  await transact(db, (tx) => {
    recordAudit(tx, { ...seen, action: 'personal-data.read', valueOut: 'none', at: clock.now() })
    return Promise.resolve()
  })
}
