import type { Actor } from '../audit/mod.ts'
import { Refusal } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { lockUnrevoked } from '../partners/mod.ts'
import type { Draft } from './draft.ts'

/** The permission of credentials whose orders wait for a person. */
const DRAFT_PERMISSION = 'drafts:write'

interface Programs {
  readonly partnerId: number
  readonly clientIds: readonly string[]
  readonly at: number
}

/**
 * Returns those of the credentials that may ask for orders now, locked: none is revoked until the
 * transaction ends. Sends no statement for an empty list.
 */
export async function lockProgramMakers(
  tx: Tx,
  { partnerId, clientIds, at }: Programs,
): Promise<ReadonlySet<string>> {
  if (clientIds.length === 0) return new Set()
  const rows = await tx.rows(lockUnrevoked(partnerId, clientIds))
  const permitted = rows.filter(
    ({ expires_at: expiresAt, permissions }) =>
      permissions.includes(DRAFT_PERMISSION) && (expiresAt === null || expiresAt.getTime() > at),
  )
  return new Set(permitted.map((row) => row.client_id))
}

interface Making {
  readonly partnerId: number
  readonly actor: Actor
  readonly at: number
}

/**
 * Returns who makes a draft. Refuses permission_missing for a credential that has ended since its
 * request was admitted.
 */
export async function makerOf(
  tx: Tx,
  { partnerId, actor: { kind, id = '' }, at }: Making,
): Promise<Pick<Draft, 'madeBy' | 'madeByClient'>> {
  if (kind !== 'credential') return { madeBy: Number(id), madeByClient: undefined }
  const makers = await lockProgramMakers(tx, { partnerId, clientIds: [id], at })
  if (!makers.has(id)) throw new Refusal('permission_missing', 'the credential has ended')
  return { madeBy: 0, madeByClient: id }
}
