/** What a JSON column takes; amounts go in as exact decimal text. */
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [field: string]: AuditValue | undefined }

/** One write of the operator. Never holds a secret: whoever reads the audit may sign nothing. */
export interface AuditEntry {
  readonly partnerId?: number | undefined
  /** Who did it, as the operator's authentication names them. */
  readonly actor: string
  /** What was done, as `credential.rotate`. */
  readonly action: string
  /** What it was done to, as `partner:7`. */
  readonly target: string
  readonly reason?: string | undefined
  readonly before?: AuditValue | undefined
  readonly after?: AuditValue | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
}

export interface StoredAuditEntry extends AuditEntry {
  readonly auditId: number
}
