/** The method and the path of an operation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  /** The permission that a role must have; undefined if every user may call it. */
  readonly permission?: string
  /** The fields by which the whole list can be sorted. */
  readonly sorts?: readonly string[]
}
