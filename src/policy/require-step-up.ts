import { dateAt, MS_PER_MINUTE } from '../core/mod.ts'
import { sql, type Writer } from '../db/mod.ts'

/** The time for which a confirmation by passkey is valid in a session. */
const STEP_UP_MS = 5 * MS_PER_MINUTE

const REFUSAL = 'confirm by your passkey that it is you, and send the same request again'

/**
 * Makes the transaction fail unless a passkey has confirmed the user of the session in the last
 * five minutes; `refusalOfAct` converts the error. A user without passkeys passes. Decides on the
 * locked row of the session. `requireAct` has locked the user, so no passkey is added or removed
 * meanwhile.
 */
export function requireStepUp(tx: Writer, sessionId: string, at: number): void {
  tx.write(sql`select require_step_up(${sessionId}, ${dateAt(at - STEP_UP_MS)}, ${REFUSAL})`)
}
