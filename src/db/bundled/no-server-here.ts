/** No bundled PostgreSQL can run on this machine, or as this user, whatever its directory. */
export class NoServerHere extends Error {
  override readonly name = 'NoServerHere'
}
