import type { AuditValue } from '../../audit/mod.ts'
import type { Currency, MinorUnits } from '../../core/mod.ts'
import { jsonOf } from '../admin-v1/audit-catalog.ts'
import type { Context } from '../context.ts'

/** What a request says, without its head. Its body was checked; that of an upload is its bytes. */
export interface Asked<Body = unknown> {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Body
}

/** What an act would change. Holds no secret. */
export interface Examined {
  readonly before: AuditValue
  readonly after: AuditValue
  /** True if `before` moves with each order, so that it may differ when the act is done. */
  readonly isMoving?: boolean
  /** Undefined: the act has no amount, or no bound. */
  readonly money?: { readonly currency: Currency; readonly amountMinor: MinorUnits } | undefined
}

/**
 * Reads what an act would change. Returns undefined if a request of this route needs no approval in
 * any case. Refuses what the act would refuse, as far as that can be known without doing it.
 */
export type Examine<Body = unknown> = (
  asked: Asked<Body>,
  context: Context,
) => Promise<Examined | undefined>

/** Returns an examination as a method, whose parameters TypeScript compares bivariantly. */
export function examine<Body>(examineBody: Examine<Body>): {
  examine(asked: Asked, context: Context): Promise<Examined | undefined>
} {
  return { examine: examineBody }
}

export interface WithReason {
  readonly reason?: string
}

/** Returns what is asked for, without why. */
export function afterOf(body: WithReason): AuditValue {
  const { reason: _, ...asked } = body
  return jsonOf(asked)
}

/** Examines an act that adds something, of which all is said in the body. */
export const examineAddition = examine<WithReason>(({ body }) =>
  Promise.resolve({ before: null, after: afterOf(body) }),
)
