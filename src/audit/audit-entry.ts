import type { Actor } from './actor.ts'

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
  readonly reason?: string | undefined
  readonly before?: AuditValue | undefined
  readonly after?: AuditValue | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
}

export interface StoredAuditEntry extends AuditEntry {
  readonly auditId: number
  /** Given for an act that a second person approved, whose address is `approver`. */
  readonly approvalId: number | undefined
  readonly approver: string | undefined
}
