import { dateAt, MS_PER_MINUTE } from '../core/mod.ts'
import { sql, type Writer } from '../db/mod.ts'

/** How long a passkey proves who uses a session. */
const STEP_UP_MS = 5 * MS_PER_MINUTE

const REFUSAL = 'confirm by your passkey that it is you, and send the same request again'

/**
 * Lets the transaction fail, as `refusalOfAct` says, unless a passkey has proved in the last five
 * minutes that it is the user who uses a session. A user without passkeys is not asked. That is
 * decided on the locked row of the session; `requireAct` has locked that of its user, so that no
 * passkey is added or removed meanwhile.
 */
export function requireStepUp(tx: Writer, sessionId: string, at: number): void {
  tx.write(sql`select require_step_up(${sessionId}, ${dateAt(at - STEP_UP_MS)}, ${REFUSAL})`)
}
