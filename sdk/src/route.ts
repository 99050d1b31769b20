/** Method and path of an operation. */
export interface Route {
  readonly method: string
  /** With `{name}` for each parameter of the path. */
  readonly path: string
  /**
   * always           a repeated request does nothing more
   * idempotencyKey   the same, under its Idempotency-Key header
   * referenceId      the same, under the `referenceId` of its body
   * never            a repeated request could do something twice
   */
  readonly repeat: 'always' | 'idempotencyKey' | 'referenceId' | 'never'
  /** The fields that the JSON of each success has. */
  readonly has: readonly string[]
}
