/** Method and path of an operation. */
export interface Route {
  readonly method: string
  /** With `{name}` for each parameter of the path. */
  readonly path: string
  /**
   * Why a request may be sent again after its response was lost:
   *
   *   always           the operation is idempotent
   *   idempotencyKey   it is idempotent under the Idempotency-Key header
   *   referenceId      it is idempotent under the `referenceId` of the body
   *   never            it could take effect twice, so it is not sent again
   */
  readonly repeat: 'always' | 'idempotencyKey' | 'referenceId' | 'never'
  /** The fields that the JSON of each success has. */
  readonly has: readonly string[]
}
