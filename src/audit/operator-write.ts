import { AsyncLocalStorage } from 'node:async_hooks'
import { maybeRow, transact, type Database, type Db, type Writer } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  claimKey,
  isKeyTaken,
  storeResponse,
  writeByKey,
  type OperatorWrite,
} from './operator-write-rows.ts'

/** A write that was done under a key. */
export interface EarlierWrite {
  /** The key under which it is stored. */
  readonly key: string
  readonly request: string
  readonly fingerprint: Buffer
  /** The target of the write, such as `partner:7`. */
  readonly target: string | undefined
  readonly madeAt: number
  /** Undefined before the write has ended, or if its process died before it stored the response. */
  readonly response: unknown
}

/** The key of the request that is being handled, for the transactions that it runs. */
const current = new AsyncLocalStorage<OperatorWrite>()
/** Number of requests with a key that are being handled. */
let underWay = 0

/**
 * Runs `work`, whose audited transactions claim the key: the first of several requests with this
 * key commits, the others fail with `isKeyTaken`.
 */
export async function withOperatorWrite<T>(
  write: OperatorWrite,
  work: () => Promise<T>,
): Promise<T> {
  underWay += 1
  try {
    return await current.run(write, work)
  } finally {
    underWay -= 1
    // In Node.js 20, the storage slows down every promise of the process while it is enabled.
    if (underWay === 0) current.disable()
  }
}

/** Claims the key of the request that is being handled, if it has one. */
export function claimCurrentKey(tx: Writer, target: string, at: number): void {
  const write = current.getStore()
  if (write) tx.write(claimKey(write, target, at))
}

/**
 * Returns the key of the request that is being handled. A write that is committed in a group reads
 * the key beforehand, because the group runs in the context of another request.
 */
export function currentWrite(): OperatorWrite | undefined {
  return underWay === 0 ? undefined : current.getStore()
}

/** Stores the response for later requests with this key. */
export async function recordResponse(
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  write: OperatorWrite,
  { response, at }: { readonly response: unknown; readonly at: number },
): Promise<void> {
  const plaintext = Buffer.from(JSON.stringify(response), 'utf8')
  const sealed = vault.seal('credentials', contextOf(write.key), plaintext)
  await transact(db, async (tx) => {
    vault.requireKeys(tx, [sealed])
    await tx.rows(storeResponse(write, sealed, at))
  })
}

export async function findEarlierWrite(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  write: OperatorWrite,
): Promise<EarlierWrite | undefined> {
  const row = await maybeRow(db, writeByKey(write))
  if (!row) return undefined
  const { idempotency_key: key, request, fingerprint, target, response: sealed } = row
  const earlier = {
    key,
    request,
    fingerprint,
    target: target ?? undefined,
    madeAt: row.made_at.getTime(),
  }
  if (sealed === null) return { ...earlier, response: undefined }
  await vault.prepare([sealed])
  const text = vault.open('credentials', contextOf(key), sealed).toString('utf8')
  return { ...earlier, response: JSON.parse(text) }
}

function contextOf(key: string): string {
  return `operator-write:${key}`
}

export { isKeyTaken, type OperatorWrite }
