import type { Clock } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { recordUses, type CredentialUse } from './credential-use-rows.ts'

/**
 * The most recorded client ids that are not known to exist, so that a flood of invented ones is not
 * written.
 */
const UNKNOWN_MAX = 500

/**
 * Changed in place, because a new object for each request would be work for the garbage collector.
 */
type Seen = { -readonly [Name in keyof CredentialUse]: CredentialUse[Name] }

/**
 * Records when each credential was last used and when a request with it last failed. Uses gather in
 * memory and are written every 3 s, so a request costs no write. A process that is killed loses the
 * last 3 s.
 */
export class CredentialUses {
  readonly #db: Db
  readonly #clock: Clock
  #seen = new Map<string, Seen>()
  #unknown = 0

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db
    this.#clock = clock
  }

  /** Records that a request of this credential was authenticated. */
  used(clientId: string): void {
    const usedAt = this.#clock.now()
    const seen = this.#seen.get(clientId)
    if (seen) seen.usedAt = usedAt
    else this.#seen.set(clientId, { clientId, usedAt })
  }

  /**
   * Records why a request with this client id was refused. `isKnown` is false if it is not known
   * yet whether the credential exists.
   */
  failed(clientId: string, { failure, isKnown }: { failure: string; isKnown: boolean }): void {
    const seen = this.#seen.get(clientId)
    if (!seen && !isKnown) {
      if (this.#unknown >= UNKNOWN_MAX) return
      this.#unknown += 1
    }
    this.#seen.set(clientId, { ...seen, clientId, failedAt: this.#clock.now(), failure })
  }

  /** Writes the gathered uses. If that fails, they are written with the next ones. */
  async record(): Promise<void> {
    if (this.#seen.size === 0) return
    const seen = this.#seen
    this.#seen = new Map()
    this.#unknown = 0
    try {
      await this.#db.rows(recordUses([...seen.values()]))
    } catch (error) {
      for (const [clientId, use] of seen) {
        this.#seen.set(clientId, { ...use, ...this.#seen.get(clientId) })
      }
      throw error
    }
  }
}
