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
  /** The actor of the write. */
  readonly actor: Actor
  /** The action, such as `credential.rotate`. */
  readonly action: string
  /** The target of the action, such as `partner:7`. */
  readonly target: string
  /**
   * The value that the write lets out. Above a threshold, `recordAudits` refuses it without an
   * approval. `beyond` marks the request or the approval of such an act: if the person has a
   * passkey, they must have confirmed the act with it.
   */
  readonly valueOut: ValueOut | 'none' | 'beyond'
  readonly reason?: string | undefined
  readonly needs?: Needs | undefined
  readonly before?: AuditValue | undefined
  readonly after?: AuditValue | undefined
  /** The Idempotency-Key of the request, claimed with the entry. `recordAudit` fills it in. */
  readonly write?: OperatorWrite | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
}

export interface StoredAuditEntry extends Omit<AuditEntry, 'valueOut' | 'needs' | 'write'> {
  readonly auditId: number
  /** Set if a second person approved the act. `approver` is that person's address. */
  readonly approvalId: number | undefined
  readonly approver: string | undefined
}
