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
type MutableUse = { -readonly [Name in keyof CredentialUse]: CredentialUse[Name] }

type Failure = Required<Pick<CredentialUse, 'failure' | 'failedCheck'>>

/**
 * Records when each credential was last used and when a request with it last failed. Uses gather in
 * memory and are written every 3 s, so a request costs no write. A process that is killed loses the
 * last 3 s.
 */
export class CredentialUses {
  readonly #db: Db
  readonly #clock: Clock
  #uses = new Map<string, MutableUse>()
  #unknown = 0

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db
    this.#clock = clock
  }

  /** Records that a request of this credential was authenticated. */
  recordUse(clientId: string): void {
    const usedAt = this.#clock.now()
    const use = this.#uses.get(clientId)
    if (use) use.usedAt = usedAt
    else this.#uses.set(clientId, { clientId, usedAt })
  }

  /**
   * Records that a request with this client id was refused, and why. `isKnown` is false if the
   * credential may not exist.
   */
  recordFailure(
    clientId: string,
    { isKnown, ...failed }: Failure & { readonly isKnown: boolean },
  ): void {
    const use = this.#uses.get(clientId)
    if (!use && !isKnown) {
      if (this.#unknown >= UNKNOWN_MAX) return
      this.#unknown += 1
    }
    this.#uses.set(clientId, { ...use, clientId, failedAt: this.#clock.now(), ...failed })
  }

  /** Writes the gathered uses. If that fails, they are written with the next ones. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = this.#uses
    this.#uses = new Map()
    this.#unknown = 0
    try {
      await this.#db.rows(recordUses([...uses.values()]))
    } catch (error) {
      for (const [clientId, use] of uses) {
        this.#uses.set(clientId, { ...use, ...this.#uses.get(clientId) })
      }
      throw error
    }
  }
}
