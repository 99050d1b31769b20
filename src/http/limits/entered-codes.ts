import { MS_PER_HOUR, type Clock } from '../../core/mod.ts'
import { raiseSoon, type AlertContext } from '../raise-soon.ts'

/** Fewer wrong codes an hour are typing errors. */
const WRONG_MIN = 100
/** People enter a wrong code less often than once for this many right ones. */
const RIGHT_PER_WRONG = 4

/** The partner whose person entered a code, and the use of the code. */
interface CodeEntry {
  readonly partnerId: number
  readonly of: 'links' | 'wallets'
}

/**
 * Counts the codes that people of each partner enter for their links and wallets. Raises an alert
 * if many of them are wrong: then somebody guesses, perhaps from many networks and for many people.
 * Refuses nothing, because a refusal would also hit the people whose codes are guessed.
 */
export class EnteredCodes {
  readonly #alerts: AlertContext
  readonly #clock: Clock
  readonly #partners = new Map<number, { right: number; wrong: number }>()
  #endsMs = 0

  constructor({ clock, db, log }: AlertContext & { readonly clock: Clock }) {
    this.#alerts = { db, log }
    this.#clock = clock
  }

  count(isRight: boolean, { partnerId, of }: CodeEntry): void {
    const clock = this.#clock
    if (clock.monotonic() >= this.#endsMs) {
      this.#partners.clear()
      this.#endsMs = clock.monotonic() + MS_PER_HOUR
    }
    const counts = this.#partners.get(partnerId) ?? { right: 0, wrong: 0 }
    counts[isRight ? 'right' : 'wrong'] += 1
    this.#partners.set(partnerId, counts)
    const { right, wrong } = counts
    if (wrong < WRONG_MIN || wrong * RIGHT_PER_WRONG <= right) return
    this.#partners.delete(partnerId)
    raiseSoon(this.#alerts, {
      kind: 'codes_guessed',
      subject: `partner:${partnerId}`,
      severity: 'warning',
      message: `codes for ${of} of partner ${partnerId} are wrong again and again`,
      details: { partnerId, of },
      at: clock.now(),
    })
  }
}
