import { Type } from 'typebox'
import { recordAudit, type Actor } from '../../audit/mod.ts'
import { invalidField, offsetOf } from '../../core/mod.ts'
import { type ListedKey, ROTATED_PURPOSES } from '../../vault/mod.ts'
import { ok, paged } from '../response.ts'
import type { Context } from '../context.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages } from '../queries/query.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from '../shapes/reason.ts'
import { Text, Whole } from '../shapes/field.ts'
import { view } from '../shapes/view.ts'
import { fields } from '../shapes/fields.ts'
import { KEY_PURPOSE, KEY_SCOPE, KEY_USE, MASTER_USE } from './meanings.ts'
import { choiceOf, oneOf } from '../shapes/one-of.ts'

const KeyView = view<ListedKey>()(
  {
    keyId: fields.keyId,
    purpose: oneOf('Purpose of the key', KEY_PURPOSE),
    use: oneOf('Use of the key', KEY_USE),
    createdAt: fields.createdAt,
    masterIds: Type.Array(Type.String(), { description: 'The master keys that wrap it' }),
  },
  { title: 'Key' },
)

const listKeysRoute = operatorRoute('GET /admin/v1/keys', {
  permission: 'keys:read',
  operationId: 'listKeys',
  summary: 'Lists the data keys, newest first: the purpose of each, and which master keys wrap it',
  query: pages,
  response: PagedOf(KeyView.schema),
  async handle({ query }, { vault }) {
    const part = { limit: query.pageSize, offset: offsetOf(query) }
    const { keys, total } = await vault.control.listKeys(part)
    return ok(paged(keys.map(KeyView.body), { ...query, totalRecords: total }))
  },
})

const MasterKeyShape = Type.Object(
  {
    masterId: fields.masterId,
    use: oneOf('Role of the master key in this process', MASTER_USE),
    wraps: fields.wraps,
    keys: Whole('Number of all data keys'),
  },
  { title: 'MasterKey' },
)

const listMasterKeysRoute = operatorRoute('GET /admin/v1/master-keys', {
  permission: 'keys:read',
  operationId: 'listMasterKeys',
  summary: 'Lists the master keys by fingerprint, as this process knows them',
  response: Type.Object({ data: Type.Array(MasterKeyShape, { description: 'The result' }) }),
  async handle(_call, { vault }) {
    return ok({ data: await vault.control.listMasterKeys() })
  },
})

const Rotation = Type.Object(
  {
    scope: choiceOf('Scope of the rotation', KEY_SCOPE),
    purpose: Type.Optional(
      Type.Enum([...ROTATED_PURPOSES], {
        description: 'The purpose of the data keys to rotate; all unless given',
      }),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'KeyRotation' },
)

const RotationShape = Type.Object(
  {
    scope: oneOf('Scope of the rotation', KEY_SCOPE),
    /** These three are present for a master key. */
    masterId: Type.Optional(Text('The master key that wraps the data keys now')),
    previousMasterIds: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The master keys that wrapped the data keys before',
      }),
    ),
    rewrapped: Type.Optional(Whole('Data keys that are wrapped by the new master key')),
    /** Present for data keys. */
    keys: Type.Optional(
      Type.Array(
        Type.Object({
          purpose: oneOf('Purpose of the key', KEY_PURPOSE),
          keyId: fields.keyId,
          previousKeyId: Whole('The data key that it follows'),
        }),
        { description: 'The new data keys, if they were rotated' },
      ),
    ),
  },
  { title: 'RotatedKeys' },
)

interface Act {
  readonly actor: Actor
  readonly reason: string | undefined
}

const rotateKeysRoute = operatorRoute('POST /admin/v1/keys/rotate', {
  permission: 'keys:write',
  approval: 'keys',
  operationId: 'rotateKeys',
  refuses: ['state_conflict'],
  summary: 'Rotates data keys or the master key',
  description: 'Everything that is sealed still opens. Requests have no keys.',
  body: Rotation,
  response: Type.Object({ data: RotationShape }),
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
      valueOut: { kind: 'keys' },
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
  return vault.control.rotateDataKeys(purposes, (tx, rotations) => {
    for (const { purpose, keyId, previousKeyId } of rotations) {
      recordAudit(tx, {
        ...act,
        action: 'keys.rotate',
        target: `keys:${purpose}`,
        valueOut: { kind: 'keys' },
        before: { keyId: previousKeyId },
        after: { keyId },
        at: clock.now(),
      })
    }
  })
}

const retireMasterKeyRoute = operatorRoute('POST /admin/v1/master-keys/{masterId}/retire', {
  permission: 'keys:write',
  approval: 'keys',
  operationId: 'retireMasterKey',
  refuses: ['state_conflict'],
  summary: 'Deletes the copies of data keys that a master key wrapped',
  description: 'Do this only after every process uses the new master key.',
  body: Type.Object({ reason: Type.Optional(Reason) }),
  isBodyOptional: true,
  response: Type.Object({
    data: Type.Object(
      { masterId: fields.masterId, wraps: fields.wraps },
      { description: 'The result' },
    ),
  }),
  async handle({ params: { masterId }, body: { reason }, actor }, { vault, clock }) {
    const wraps = await vault.control.retireMasterKey(masterId, (tx, count) =>
      recordAudit(tx, {
        actor,
        reason,
        action: 'keys.retire',
        target: masterTarget(masterId),
        valueOut: { kind: 'keys' },
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

export const keyRoutes = [listKeysRoute, listMasterKeysRoute, rotateKeysRoute, retireMasterKeyRoute]
