import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  type CircuitBreakerPolicy,
} from 'cockatiel'
import { dateAt, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { IssueOutcome } from '../supply/mod.ts'
import type { SupplierAccount } from './account.ts'
import { addCounts, changedCircuits, saveCircuit, type CircuitRow } from './health-rows.ts'

/** A product at an account of a supplier: what one circuit is for. */
export interface ProductAccount extends SupplierAccount {
  readonly productId: number
}

/** After so many calls in a row that came to nothing, a circuit opens. */
const FAILURES_MAX = 5
/** Then nobody is asked for so long; the first call after it decides. */
export const OPEN_MS = 10_000

/** What a call answers where its circuit is open: nobody was asked. */
export const NOT_ASKED = 'not asked'

interface Circuit {
  readonly of: ProductAccount
  policy: CircuitBreakerPolicy
  /** When the database was last read, or written, of it. */
  changedAt: number
  /** One write after the other, each of what then is: the last one stays. */
  saved: Promise<void>
  answered: number
  failed: number
  fault: string | undefined
}

export interface CircuitsOptions {
  readonly db: Database
  readonly clock: Clock
  onFault(error: unknown): void
}

/** A call that came to nothing, with what it said. */
class FailedCall extends Error {
  override readonly name = 'FailedCall'
  readonly outcomes: IssueOutcome[]
  constructor(outcomes: IssueOutcome[]) {
    super('a supplier did not answer')
    this.outcomes = outcomes
  }
}

/**
 * Keeps batches from suppliers that do not answer, so that they go to others at once. Decides in
 * memory; the database is told when a circuit opens or closes, and tells the other processes.
 */
export class Circuits {
  readonly #options: CircuitsOptions
  readonly #known = new Map<string, Circuit>()
  #lookedAt = dateAt(0)

  constructor(options: CircuitsOptions) {
    this.#options = options
  }

  /**
   * Makes a call, unless its circuit is open. One that a batch is bound to is made in any case:
   * what became of the batch must be found out there.
   */
  async ask(
    of: ProductAccount,
    isBound: boolean,
    call: () => Promise<IssueOutcome[]>,
  ): Promise<IssueOutcome[] | typeof NOT_ASKED> {
    const circuit = this.#circuitOf(of)
    const { state } = circuit.policy
    if (isBound && state !== CircuitState.Closed) return call()
    // Somebody is finding out.
    if (state === CircuitState.HalfOpen) return NOT_ASKED
    try {
      const outcomes = await circuit.policy.execute(() => answeredBy(call))
      circuit.answered += 1
      return outcomes
    } catch (error) {
      if (error instanceof BrokenCircuitError) return NOT_ASKED
      if (!(error instanceof FailedCall)) throw error
      circuit.failed += 1
      circuit.fault = faultOf(error.outcomes)
      return error.outcomes
    }
  }

  /** Takes over what other processes found out since the last look. */
  async refresh(): Promise<void> {
    const rows = await this.#options.db.rows(changedCircuits(this.#lookedAt))
    for (const row of rows) this.#adopt(row)
    const last = rows.at(-1)
    if (last) this.#lookedAt = last.changed_at
  }

  /** Adds to the database what was counted. */
  async flush(): Promise<void> {
    const { db, clock } = this.#options
    for (const circuit of this.#known.values()) {
      const { answered, failed, fault } = circuit
      if (answered + failed === 0) continue
      Object.assign(circuit, { answered: 0, failed: 0, fault: undefined })
      await db.rows(addCounts(circuit.of, { answered, failed, fault, at: clock.now() }))
    }
  }

  #circuitOf(of: ProductAccount): Circuit {
    const key = JSON.stringify([of.productId, of.supplier, of.account])
    const known = this.#known.get(key)
    if (known) return known
    const { productId, supplier, account } = of
    const counts = { answered: 0, failed: 0, fault: undefined }
    const since = { changedAt: 0, saved: Promise.resolve() }
    const own = { productId, supplier, account }
    const circuit: Circuit = { of: own, policy: this.#policy(own, undefined), ...since, ...counts }
    this.#known.set(key, circuit)
    return circuit
  }

  #policy(of: ProductAccount, initialState: unknown): CircuitBreakerPolicy {
    const policy = circuitBreaker(handleAll, {
      halfOpenAfter: OPEN_MS,
      breaker: new ConsecutiveBreaker(FAILURES_MAX),
      ...(initialState !== undefined && { initialState }),
    })
    policy.onStateChange((state) => {
      // Who tries keeps it to itself until it knows.
      if (state === CircuitState.HalfOpen) return
      const circuit = this.#circuitOf(of)
      const save = () => this.#save(circuit, policy).catch(this.#options.onFault)
      circuit.saved = circuit.saved.then(save)
    })
    return policy
  }

  async #save(circuit: Circuit, policy: CircuitBreakerPolicy): Promise<void> {
    const { db, clock } = this.#options
    if (circuit.policy !== policy) return
    const isOpen = policy.state !== CircuitState.Closed
    const state: unknown = isOpen ? policy.toJSON() : undefined
    const [row] = await db.rows(saveCircuit(circuit.of, { isOpen, state, at: clock.now() }))
    if (row) circuit.changedAt = Math.max(circuit.changedAt, row.changed_at.getTime())
  }

  #adopt(row: CircuitRow): void {
    const { product_id: productId, supplier, account } = row
    const circuit = this.#circuitOf({ productId, supplier, account })
    const changedAt = row.changed_at.getTime()
    if (circuit.changedAt >= changedAt) return
    circuit.changedAt = changedAt
    const isOpen = row.circuit_state === 'open'
    const isSame = isOpen === (circuit.policy.state !== CircuitState.Closed)
    if (!isSame) circuit.policy = this.#policy(circuit.of, isOpen ? row.circuit : undefined)
  }
}

async function answeredBy(call: () => Promise<IssueOutcome[]>): Promise<IssueOutcome[]> {
  const outcomes = await call()
  if (outcomes.every(isFailure)) throw new FailedCall(outcomes)
  return outcomes
}

type Failure = Extract<IssueOutcome, { outcome: 'unknown' | 'unavailable' }>

function isFailure(one: IssueOutcome): one is Failure {
  return one.outcome === 'unknown' || one.outcome === 'unavailable'
}

function faultOf([first]: readonly IssueOutcome[]): string {
  return first && isFailure(first) ? first.reason : 'the supplier did not answer'
}
