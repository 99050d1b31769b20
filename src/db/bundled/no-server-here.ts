/** No bundled PostgreSQL can run on this machine or as this user, in any directory. */
export class NoServerHere extends Error {
  override readonly name = 'NoServerHere'
}
