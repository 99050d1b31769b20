import { Tessera, TesseraError } from '@tessera/sdk'
import { startScript, type Step } from '../support/scripted-server.ts'

export const SIGNER = { clientId: 'c', apiKey: 'k', hmacSecret: 's' }

export const ATTEMPT_MS = 600_000

/** Starts a scripted server, and a client of it. */
export async function startClient(...steps: readonly Step[]) {
  const script = await startScript(...steps)
  const tessera = new Tessera({ ...SIGNER, baseUrl: script.url, timeoutMs: ATTEMPT_MS })
  return { ...script, tessera }
}

export const ORDER = { clientReference: 'o-1', currency: 'USD', items: [] }
export const CREDIT = {
  amount: 1,
  transactionType: 'CREDIT',
  referenceId: 'reward-1',
} as const
const ADA = { fullName: 'Ada', email: 'ada@example.com', currency: 'USD', initialFunds: 0 }

export const CALLS = {
  order: (tessera: Tessera) => tessera.orders.create(ORDER),
  credit: (tessera: Tessera) => tessera.createTransaction('1', CREDIT),
  customer: (tessera: Tessera) => tessera.createCustomer(ADA),
}

export async function failureOf(call: Promise<unknown>): Promise<TesseraError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof TesseraError)) throw new Error('no TesseraError was thrown')
  return error
}
