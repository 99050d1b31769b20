import { recordAudit } from '../audit/mod.ts'
import { transact } from '../db/mod.ts'
import type { Origin } from './session.ts'
import type { SessionContext } from './sessions.ts'
import { targetOf, userActor, type User } from './user.ts'

interface Failure {
  /** The act that failed; by default a sign-in. */
  readonly action?: 'user.sign_in_failed' | 'user.step_up_failed'
  readonly origin: Origin
  /** The method of the failed sign-in. */
  readonly method: string
  /** The reason, if the method alone does not say it. */
  readonly why?: string | undefined
  /** The subject by which a provider knows the user. */
  readonly subject?: string | undefined
}

/**
 * Records a failed attempt of a user to prove who they are. A typed address that nobody has is not
 * recorded: it may be a password.
 */
export async function recordFailure(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  user: User | undefined,
  { action = 'user.sign_in_failed', origin: { address }, ...after }: Failure,
): Promise<void> {
  await transact(db, (tx) => {
    recordAudit(tx, {
      partnerId: user?.partnerId,
      actor: user ? userActor(user, address) : { kind: 'visitor', name: 'unknown', address },
      action,
      target: user ? targetOf(user) : 'user:unknown',
      valueOut: 'none',
      after,
      at: clock.now(),
    })
    return Promise.resolve()
  })
}
