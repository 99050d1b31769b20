import { Type } from 'typebox'
import { invalidField, isoTime, Refusal, offsetOf } from '../../core/mod.ts'
import { recordAudit } from '../../partners/mod.ts'
import { ROTATED_PURPOSES, type ListedKey } from '../../vault/mod.ts'
import { ok, paged } from '../answer.ts'
import type { Context } from '../context.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from './reason.ts'

const KeyShape = Type.Object({
  keyId: Type.Integer(),
  purpose: Type.String(),
  use: Type.String(),
  createdAt: Type.String(),
  masterIds: Type.Array(Type.String()),
})

/** The data keys, newest first: what each is for, and the master keys that wrap it. */
export const listKeysRoute = operatorRoute('GET /admin/v1/keys', {
  query: pages,
  answer: PagedOf(KeyShape),
  async handle({ query }, { vault }) {
    const part = { limit: query.pageSize, offset: offsetOf(query) }
    const { keys, total } = await vault.control.listKeys(part)
    return ok(paged(keys.map(keyOf), { ...query, totalRecords: total }))
  },
})

const MASTER_ID = /^[0-9a-f]{16}$/

const MasterKeyShape = Type.Object({
  masterId: Type.String(),
  use: Type.String(),
  wraps: Type.Integer(),
  keys: Type.Integer(),
})

/** The master keys, by the names that are made of them, as the process that answers knows them. */
export const listMasterKeysRoute = operatorRoute('GET /admin/v1/master-keys', {
  answer: Type.Object({ data: Type.Array(MasterKeyShape) }),
  async handle(_call, { vault }) {
    return ok({ data: await vault.control.listMasterKeys() })
  },
})

const Rotation = Type.Object({
  scope: Type.Enum(['master', 'data']),
  purpose: Type.Optional(Type.Enum([...ROTATED_PURPOSES])),
  reason: Type.Optional(Reason),
})

const RotationShape = Type.Object({
  scope: Type.String(),
  /** Of a master key: its name, those that wrap beside it still, and how much it wrapped anew. */
  masterId: Type.Optional(Type.String()),
  previousMasterIds: Type.Optional(Type.Array(Type.String())),
  rewrapped: Type.Optional(Type.Integer()),
  /** Of data keys: the new one and the one before, per purpose. */
  keys: Type.Optional(
    Type.Array(
      Type.Object({
        purpose: Type.String(),
        keyId: Type.Integer(),
        previousKeyId: Type.Integer(),
      }),
    ),
  ),
})

interface Act {
  readonly actor: string
  readonly reason: string | undefined
}

/** Puts new keys in use; what is sealed still opens. No master key ever travels here. */
export const rotateKeysRoute = operatorRoute('POST /admin/v1/keys/rotate', {
  body: Rotation,
  answer: Type.Object({ data: RotationShape }),
  async handle({ body: { scope, purpose, reason }, actor }, context) {
    const act = { actor, reason }
    if (scope === 'master' && purpose !== undefined) {
      throw invalidField('purpose', 'is for data keys: a master key serves every purpose')
    }
    if (scope === 'master') return ok({ data: { scope, ...(await rotateMaster(context, act)) } })
    const purposes = purpose === undefined ? ROTATED_PURPOSES : [purpose]
    return ok({ data: { scope, keys: await rotateData(context, act, purposes) } })
  },
})

function rotateMaster({ vault, clock }: Context, act: Act) {
  return vault.control.rotateMasterKey((tx, { masterId, previousMasterIds, rewrapped }) =>
    recordAudit(tx, {
      ...act,
      action: 'keys.rotate',
      target: masterTarget(masterId),
      before: { masterIds: previousMasterIds },
      after: { rewrapped },
      at: clock.now(),
    }),
  )
}

function rotateData(
  { vault, clock }: Context,
  act: Act,
  purposes: readonly (typeof ROTATED_PURPOSES)[number][],
) {
  return vault.control.rotateDataKeys(purposes, (tx, made) => {
    for (const { purpose, keyId, previousKeyId } of made) {
      recordAudit(tx, {
        ...act,
        action: 'keys.rotate',
        target: `keys:${purpose}`,
        before: { keyId: previousKeyId },
        after: { keyId },
        at: clock.now(),
      })
    }
  })
}

/** Takes away what a master key wrapped: for when every process knows the present one. */
export const retireMasterKeyRoute = operatorRoute('POST /admin/v1/master-keys/{masterId}/retire', {
  body: Type.Object({ reason: Type.Optional(Reason) }),
  isBodyOptional: true,
  answer: Type.Object({ data: Type.Object({ masterId: Type.String(), wraps: Type.Integer() }) }),
  async handle({ params: { masterId }, body: { reason }, actor }, { vault, clock }) {
    if (!MASTER_ID.test(masterId)) throw new Refusal('not_found', 'no such master key')
    const wraps = await vault.control.retireMasterKey(masterId, (tx, count) =>
      recordAudit(tx, {
        actor,
        reason,
        action: 'keys.retire',
        target: masterTarget(masterId),
        before: { wraps: count },
        after: { wraps: 0 },
        at: clock.now(),
      }),
    )
    return ok({ data: { masterId, wraps } })
  },
})

function masterTarget(masterId: string): string {
  return `master-key:${masterId}`
}

function keyOf({ createdAt, ...key }: ListedKey) {
  return { ...key, createdAt: isoTime(createdAt) }
}
