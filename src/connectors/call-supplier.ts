import { type Clock, errorMessage } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Reply, Call } from './adapter.ts'
import type { Connection } from './connections.ts'
import { appendExchange, type CreateKey } from './create-rows.ts'
import type { Sending } from './exchange.ts'
import { type CallPurpose, showExchange } from './shown-exchange.ts'

/** The account that the request is sent for, and the create that it is about. */
export interface SupplierCall {
  readonly connection: Connection
  readonly create: CreateKey
  readonly for: CallPurpose
  readonly sending?: Sending
}

/**
 * Sends a request about a create, and records it with its response. Throws NotSent or ResponseLost.
 */
export async function callSupplier(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { connection, create, for: purpose, sending }: SupplierCall,
  call: Call,
): Promise<Reply> {
  const [at, began] = [clock.now(), clock.monotonic()]
  const record = async (response: Reply | undefined, fault?: string): Promise<void> => {
    const tookMs = Math.round(clock.monotonic() - began)
    const outcome = { response, tookMs, ...(fault !== undefined && { fault }) }
    const exchange = showExchange({ for: purpose, call, at }, outcome, connection.exchange.secrets)
    await db.rows(appendExchange(create, exchange))
  }
  let response: Reply
  try {
    response = await connection.exchange.send(call, sending)
  } catch (error) {
    await record(undefined, errorMessage(error, 'a fault of ours'))
    throw error
  }
  await record(response)
  return response
}
