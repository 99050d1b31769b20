/** Where an operation is. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  /** What the role of a user must permit; none for what every user may do. */
  readonly permission?: string
}
