import { maybeRow, transact, type Database } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { insertPart, partAt, type PartPlace } from './link-part-rows.ts'

/** The links of one part: so few that writing them holds up nothing else for long. */
export const PART_LINKS = 500

interface PartContext {
  readonly db: Database
  readonly vault: Vault
}

/** Stores a part of the recipients of a request, sealed: it names people. */
export async function storePart(
  { db, vault }: PartContext,
  place: PartPlace,
  { request, keepUntilMs }: { readonly request: unknown; readonly keepUntilMs: number },
): Promise<void> {
  const text = Buffer.from(JSON.stringify(request), 'utf8')
  const sealed = vault.seal('consumers', contextOf(place), text)
  await transact(db, (tx) => {
    vault.requireKeys(tx, [sealed])
    tx.write(insertPart(place, { sealed, keepUntilMs }))
    return Promise.resolve()
  })
}

/** Returns a part as it was stored; undefined once its links are written. */
export async function openPart({ db, vault }: PartContext, place: PartPlace): Promise<unknown> {
  const row = await maybeRow(db, partAt(place))
  if (!row) return undefined
  await vault.prepare([row.sealed])
  return JSON.parse(vault.open('consumers', contextOf(place), row.sealed).toString('utf8'))
}

function contextOf({ partnerId, partsId, partNo }: PartPlace): string {
  return `link-parts:${partnerId}:${partsId}:${partNo}`
}
