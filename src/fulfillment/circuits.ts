import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  type CircuitBreakerPolicy,
} from 'cockatiel'
import { raiseAlert, resolveAlert, resolveUnseen } from '../alerts/mod.ts'
import { dateAt, type Clock, MS_PER_HOUR } from '../core/mod.ts'
import { transact, type Database, type Writer } from '../db/mod.ts'
import type { IssueOutcome } from '../supply/mod.ts'
import { accountName, FAULT_LENGTH_MAX, subjectOf, type ProductAccount } from './account.ts'
import { addCounts, changedCircuits, saveCircuit, type CircuitRow } from './health-rows.ts'

/** A circuit opens after this number of failed calls in a row. */
const FAILURES_MAX = 5
/** The time that a circuit stays open. The first call afterwards decides whether it closes. */
export const OPEN_MS = 10_000

/** A circuit's alert is resolved if nobody has tried the circuit for this long. */
const UNSEEN_MS_MAX = MS_PER_HOUR

export const CIRCUIT_OPEN = 'circuit open'

/** The circuit of a product at an account. */
interface Circuit {
  readonly target: ProductAccount
  policy: CircuitBreakerPolicy
  /** The version in the database that this process last read or wrote. */
  changedAt: number
  /** Chains the writes: each one writes the state at its time. */
  saved: Promise<void>
  /** The number of writes that are queued. */
  unsaved: number
  answered: number
  failed: number
  fault: string | undefined
  /** True if an alert about the last failed call was raised. */
  isAlerted: boolean
}

export interface CircuitsOptions {
  readonly db: Database
  readonly clock: Clock
  onFault(error: unknown): void
}

/** A call that failed, with its outcomes. */
class FailedCall extends Error {
  override readonly name = 'FailedCall'
  readonly outcomes: IssueOutcome[]
  constructor(outcomes: IssueOutcome[]) {
    super('a supplier did not answer')
    this.outcomes = outcomes
  }
}

/**
 * Circuit breakers: batches of a supplier that does not respond go to the next one at once. Each
 * process decides in memory, and writes a circuit that opens or closes for the other processes.
 */
export class Circuits {
  readonly #options: CircuitsOptions
  readonly #circuits = new Map<string, Circuit>()
  #readUpTo = dateAt(0)

  constructor(options: CircuitsOptions) {
    this.#options = options
  }

  /**
   * Makes a call unless the circuit is open. Calls for bound batches are always made, because only
   * this supplier knows their outcome.
   */
  async call(
    account: ProductAccount,
    isBound: boolean,
    send: () => Promise<IssueOutcome[]>,
  ): Promise<IssueOutcome[] | typeof CIRCUIT_OPEN> {
    const circuit = this.#circuitOf(account)
    const whileOpen = () => (isBound ? send() : CIRCUIT_OPEN)
    // Another call is deciding.
    if (circuit.policy.state === CircuitState.HalfOpen) return whileOpen()
    try {
      return await circuit.policy.execute(() => countedCall(circuit, send))
    } catch (error) {
      if (error instanceof BrokenCircuitError) return whileOpen()
      if (!(error instanceof FailedCall)) throw error
      return error.outcomes
    }
  }

  /** Reads the circuits that other processes have changed. */
  async refresh(): Promise<void> {
    const rows = await this.#options.db.rows(changedCircuits(this.#readUpTo))
    for (const row of rows) this.#adopt(row)
    const last = rows.at(-1)
    if (last) this.#readUpTo = last.changed_at
  }

  /** Writes the counts, and resolves alerts of circuits that nobody tries. */
  async flush(): Promise<void> {
    const { db, clock } = this.#options
    for (const circuit of this.#circuits.values()) {
      const { answered, failed, fault } = circuit
      if (answered + failed === 0) continue
      Object.assign(circuit, { answered: 0, failed: 0, fault: undefined })
      await db.rows(addCounts(circuit.target, { answered, failed, fault, at: clock.now() }))
    }
    await resolveUnseen(db, { kind: 'supplier_silent', afterMs: UNSEEN_MS_MAX, at: clock.now() })
  }

  #circuitOf(target: ProductAccount): Circuit {
    const key = JSON.stringify([target.productId, target.supplier, target.account])
    const existing = this.#circuits.get(key)
    if (existing) return existing
    const { productId, supplier, account } = target
    const counts = { answered: 0, failed: 0, fault: undefined, isAlerted: false }
    const since = { changedAt: 0, saved: Promise.resolve(), unsaved: 0 }
    const name = { productId, supplier, account }
    const circuit: Circuit = {
      target: name,
      policy: this.#policy(name, undefined),
      ...since,
      ...counts,
    }
    this.#circuits.set(key, circuit)
    return circuit
  }

  #policy(target: ProductAccount, initialState: unknown): CircuitBreakerPolicy {
    const policy = circuitBreaker(handleAll, {
      halfOpenAfter: OPEN_MS,
      breaker: new ConsecutiveBreaker(FAILURES_MAX),
      ...(initialState !== undefined && { initialState }),
    })
    policy.onStateChange((state) => {
      // The next call decides between open and closed, and only that is written.
      if (state === CircuitState.HalfOpen) return
      const circuit = this.#circuitOf(target)
      circuit.unsaved += 1
      circuit.saved = circuit.saved
        .then(() => this.#save(circuit, policy))
        .catch(this.#options.onFault)
        .finally(() => (circuit.unsaved -= 1))
    })
    return policy
  }

  async #save(circuit: Circuit, policy: CircuitBreakerPolicy): Promise<void> {
    const { db, clock } = this.#options
    if (circuit.policy !== policy) return
    const isOpen = policy.state !== CircuitState.Closed
    const state: unknown = isOpen ? policy.toJSON() : undefined
    const at = clock.now()
    const [row] = await transact(db, async (tx) => {
      const saved = await tx.rows(saveCircuit(circuit.target, { isOpen, state, at }))
      updateAlert(tx, circuit, { isOpen, at })
      return saved
    })
    if (row) circuit.changedAt = Math.max(circuit.changedAt, row.changed_at.getTime())
  }

  #adopt(row: CircuitRow): void {
    const { product_id: productId, supplier, account } = row
    const circuit = this.#circuitOf({ productId, supplier, account })
    const changedAt = row.changed_at.getTime()
    // A write of this process is later than the row.
    if (circuit.changedAt >= changedAt || circuit.unsaved > 0) return
    circuit.changedAt = changedAt
    const isOpen = row.circuit_state === 'open'
    const isSame = isOpen === (circuit.policy.state !== CircuitState.Closed)
    if (!isSame) circuit.policy = this.#policy(circuit.target, isOpen ? row.circuit : undefined)
  }
}

function updateAlert(
  tx: Writer,
  { target, fault = SILENCE, isAlerted }: Circuit,
  { isOpen, at }: { isOpen: boolean; at: number },
): void {
  const { productId, supplier, account } = target
  const about = {
    kind: 'supplier_silent',
    subject: `${subjectOf(target)} product:${productId}`,
  } as const
  if (!isOpen || isAlerted) {
    resolveAlert(tx, { ...about, at })
    return
  }
  const name = accountName(target)
  const message = `${name} does not respond for product ${productId}: ${fault}`
  raiseAlert(tx, {
    ...about,
    severity: 'critical',
    message: message.slice(0, FAULT_LENGTH_MAX),
    details: { supplier, account, name, productId, fault },
    at,
  })
}

async function countedCall(
  circuit: Circuit,
  call: () => Promise<IssueOutcome[]>,
): Promise<IssueOutcome[]> {
  const outcomes = await call()
  if (outcomes.every(isUnsent)) return outcomes
  if (!outcomes.every(isFailure)) {
    circuit.answered += 1
    return outcomes
  }
  circuit.failed += 1
  circuit.fault = outcomes[0]?.reason ?? SILENCE
  circuit.isAlerted = outcomes.every((one) => one.outcome === 'unknown' && one.isAlerted === true)
  throw new FailedCall(outcomes)
}

const SILENCE = 'the supplier did not answer'

/** Nothing was sent, so it is neither a response nor a failure. */
function isUnsent(one: IssueOutcome): boolean {
  return one.outcome === 'unavailable' && one.isUnsent === true
}

type Failure = Extract<IssueOutcome, { outcome: 'unknown' | 'unavailable' }>

function isFailure(one: IssueOutcome): one is Failure {
  return one.outcome === 'unknown' || one.outcome === 'unavailable'
}
