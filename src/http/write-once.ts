import { setTimeout as pause } from 'node:timers/promises'
import { invalidFields, isoTime, Refusal, randomUUID } from '../core/mod.ts'
import { fingerprintOf, fingerprintOfMany } from '../orders/mod.ts'
import {
  findEarlierWrite,
  isKeyTaken,
  recordResponse,
  withOperatorWrite,
  type EarlierWrite,
  type OperatorWrite,
} from '../audit/mod.ts'
import { handleOrRequest, type HandledRequest } from './approvals/gate.ts'
import type { Context } from './context.ts'
import { derivedKey } from './derived-key.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { replayed, type RouteResponse } from './response.ts'
import type { AnyCall } from './call.ts'
import { isOfPeople, type Access, type Route } from './route.ts'

/** A request that did the write has this long to store its response before it counts as lost. */
const RESPONSE_MS_MAX = 2_000
const POLL_MS = 20

/**
 * Handles a request. A write with an Idempotency-Key is done once (for partners, only if the route
 * says so): the same request gets the first response again. Refused requests use up no key. The
 * body of an upload is not compared. A write that needs an approval is stored instead.
 *
 * Refuses, besides what the route refuses:
 *   invalid_request        the key
 *   idempotency_conflict   the key was used for another request, or for this one, whose response
 *                          was lost; the message says what was done
 */
export function handleOnce(
  context: Context,
  route: Route,
  { call, request }: HandledRequest,
): Promise<RouteResponse> {
  const key = keyOf(route, { call, request })
  if (key === undefined) return handleOrRequest(context, route, { call, request })
  return writeOnce(context, { key, route, call, request })
}

async function writeOnce(
  context: Context,
  { key, route, call, request }: HandledRequest & { readonly route: Route; readonly key: string },
): Promise<RouteResponse> {
  const write = await readWrite(context, route, { key, call, request })
  const earlier = await findEarlierWrite(context, write)
  if (earlier) return await replay(context, { route, call, write }, earlier)
  try {
    const response = await withOperatorWrite(write, () =>
      handleOrRequest(context, route, { call, request }),
    )
    await storeResponse(context, write, response)
    return response
  } catch (error) {
    // Another request with this key was faster. Its write may even be the reason of this refusal.
    if (!isKeyTaken(error) && !(error instanceof Refusal)) throw error
    const first = await findEarlierWrite(context, write)
    if (!first) throw error
    return await replay(context, { route, call, write }, first)
  }
}

/** Returns the key under which a write is done once; undefined if it is not. */
function keyOf(
  { name, access, operation }: Route,
  { request: { headers } }: HandledRequest,
): string | undefined {
  const isOnce = isOfPeople(access) || operation.isWrittenOnce === true
  if (!isOnce) return undefined
  if (name.startsWith('GET ')) return undefined
  const { value: key, fault } = readIdempotencyKey(headers['idempotency-key'])
  if (fault) throw invalidFields('invalid_request', [fault])
  return operation.isShownOnce === true ? undefined : key
}

async function readWrite(
  { vault }: Context,
  { name, access, bodyKind, operation }: Route,
  { key, call, request: { url } }: HandledRequest & { readonly key: string },
): Promise<OperatorWrite> {
  const [method = ''] = name.split(' ')
  const body = bodyKind.kind === 'json' ? call.body : null
  const { manyRowsAt } = operation
  const plain =
    manyRowsAt === undefined
      ? fingerprintOf(body)
      : await fingerprintOfMany(body as Readonly<Record<string, unknown>>, manyRowsAt)
  const fingerprint = operation.hasPrivateBody === true ? keyedHash(vault, plain) : plain
  const write = { attempt: randomUUID(), request: `${method} ${url}`, fingerprint }
  return { ...write, ...boundKey(access, call, key) }
}

function keyedHash(vault: Context['vault'], fingerprint: Buffer): Buffer {
  return vault.blindIndex('consumer_index', `operator-write:${fingerprint.toString('hex')}`)
}

/**
 * Binds a key to its sender and to the visited partner, because a response may have secrets. All
 * credentials of a partner share their keys, so that a rotation repeats no write.
 */
function boundKey(
  { to }: Access,
  call: AnyCall,
  key: string,
): Pick<OperatorWrite, 'key' | 'sharedKey' | 'actor'> {
  const { actor, partnerId = '' } = call
  if (!actor) throw new Error('a write that is done once has an actor')
  const ofPartner = derivedKey(`partner ${partnerId} ${key}`)
  if (actor.kind === 'credential') return { key: ofPartner, sharedKey: ofPartner, actor }
  const writerKey = derivedKey(`${actor.kind} ${actor.id ?? ''} ${partnerId} ${key}`)
  return { key: writerKey, sharedKey: to === 'operator' ? key : ofPartner, actor }
}

/** Stores the response. A failure is only logged: the write is already done. */
async function storeResponse(
  context: Context,
  write: OperatorWrite,
  { status, body }: RouteResponse,
): Promise<void> {
  const at = context.clock.now()
  await recordResponse(context, write, { response: { status, body }, at }).catch(
    (error: unknown) => {
      context.log.warn({ err: error, key: write.key }, 'the response to a write was not stored')
    },
  )
}

interface RepeatedWrite {
  readonly route: Route
  readonly call: AnyCall
  readonly write: OperatorWrite
}

async function replay(
  context: Context,
  { route, call, write }: RepeatedWrite,
  earlier: EarlierWrite,
): Promise<RouteResponse> {
  if (earlier.request !== write.request || !earlier.fingerprint.equals(write.fingerprint)) {
    throw conflict(`was used for ${doneBy(earlier)} with another payload`)
  }
  const response = await responseOf(context, write, earlier)
  if (response) return replayed(response)
  const recalled = earlier.target && (await route.recall?.(call, context, earlier.target))
  if (recalled) return replayed(recalled)
  const when = isoTime(earlier.madeAt)
  throw conflict(`was used for ${doneBy(earlier)} at ${when}: it was done, its response was lost`)
}

async function responseOf(
  context: Context,
  write: OperatorWrite,
  earlier: EarlierWrite,
): Promise<RouteResponse | undefined> {
  const until = context.clock.monotonic() + RESPONSE_MS_MAX
  let stored: EarlierWrite | undefined = earlier
  while (stored && stored.response === undefined && context.clock.monotonic() < until) {
    await pause(POLL_MS)
    stored = await findEarlierWrite(context, write)
  }
  return stored?.response as RouteResponse | undefined
}

/** Names what was written, such as `partner 7`. */
function doneBy({ request, target }: EarlierWrite): string {
  return target?.replace(':', ' ') ?? request
}

function conflict(message: string): Refusal {
  return new Refusal('idempotency_conflict', `Idempotency-Key ${message}`, {
    details: [{ field: 'Idempotency-Key', message }],
  })
}
