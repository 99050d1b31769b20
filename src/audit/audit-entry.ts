import type { Needs } from '../policy/mod.ts'
import type { Actor } from './actor.ts'
import type { OperatorWrite } from './operator-write-rows.ts'
import type { ValueOut } from './value-out.ts'

/** A JSON value. Amounts are exact decimal text. */
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [field: string]: AuditValue | undefined }

/** One write of the operator. Holds no secret. */
export interface AuditEntry {
  readonly partnerId?: number | undefined
  /** Who did it. */
  readonly actor: Actor
  /** What was done, such as `credential.rotate`. */
  readonly action: string
  /** What it was done to, such as `partner:7`. */
  readonly target: string
  /**
   * The value that it lets out. Beyond a threshold, `recordAudits` refuses it without an approval.
   * `beyond` is the request for such an act, or its approval: it needs the passkey of a person who
   * has one.
   */
  readonly valueOut: ValueOut | 'none' | 'beyond'
  readonly reason?: string | undefined
  readonly needs?: Needs | undefined
  readonly before?: AuditValue | undefined
  readonly after?: AuditValue | undefined
  /** The key of its request, claimed with the entry. `recordAudit` finds it by itself. */
  readonly write?: OperatorWrite | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
}

export interface StoredAuditEntry extends Omit<AuditEntry, 'valueOut' | 'needs' | 'write'> {
  readonly auditId: number
  /** Given for an act that a second person approved, whose address is `approver`. */
  readonly approvalId: number | undefined
  readonly approver: string | undefined
}
