import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { invalidField, isoTime, OVERLAP_SECONDS_MAX } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  type Credential,
  CREDENTIAL_STATES,
  getPartner,
  guardCredential,
  issueCredential,
  listCredentials,
  type Partner,
  revokeCredential,
  rotateCredential,
} from '../../partners/mod.ts'
import { openSandbox } from '../../sandbox/mod.ts'
import type { Context } from '../context.ts'
import { created, ok, sortedPageOf } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, pages, optionalSort } from '../queries/query.ts'
import { operatorRoute } from '../route.ts'
import { optionalInstant } from '../shapes/wire-fields.ts'
import { Addresses, Permissions } from './credential-fields.ts'
import { IssuedShape, issuedOf, issueTo, RotatedShape } from './issued-credential.ts'
import type { FailedCheck } from '../../requests/mod.ts'
import { Reason } from '../shapes/reason.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { CREDENTIAL_STATE } from './meanings.ts'
import { FAILED_CHECK } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

/** A credential without its secrets. */
const CredentialView = view<Credential>()(
  {
    clientId: fields.clientId,
    label: Type.Optional(fields.label),
    permissions: Permissions,
    requireSignatureV2: [
      Type.Optional(fields.requireSignatureV2),
      (one) => one.requiresSignatureV2 || undefined,
    ],
    allowedAddresses: Type.Optional(Addresses),
    state: oneOf('The state of the credential', CREDENTIAL_STATE),
    createdAt: fields.createdAt,
    expiresAt: Type.Optional(fields.expiresAt),
    revokedAt: Type.Optional(Instant('When it was revoked')),
    lastUsedAt: Type.Optional(Instant('When a request with it was last accepted')),
    lastFailedAt: Type.Optional(
      Instant('When a request with it was last refused as not authenticated'),
    ),
    lastFailure: Type.Optional(Text('Why that request was refused')),
    lastFailedCheck: [
      Type.Optional(oneOf('The check of its authentication that failed', FAILED_CHECK)),
      (one) => one.lastFailedCheck as FailedCheck | undefined,
    ],
    claimUntil: Type.Optional(Instant('When the partner can no longer claim its secrets')),
  },
  { title: 'Credential' },
)

const MODES = ['live', 'test'] as const

const NewCredential = Type.Object(
  {
    label: Type.Optional(fields.label),
    permissions: Type.Optional(
      Type.Array(Type.String(), { description: 'Permissions; all unless given' }),
    ),
    expiresAt: Type.Optional(Text('When it expires, with an offset; never unless given')),
    requireSignatureV2: Type.Optional(fields.requireSignatureV2),
    allowedAddresses: Type.Optional(Addresses),
    mode: Type.Optional(
      Type.Enum([...MODES], {
        description:
          '`test`: a credential of the test partner of this partner, which is created with play ' +
          'money if there is none. Unless given, the mode of the partner itself',
      }),
    ),
  },
  { title: 'NewCredential' },
)

const issueCredentialRoute = operatorRoute('POST /admin/v1/partners/{partnerId}/credentials', {
  permission: 'credentials:write',
  approval: 'credentials',
  operationId: 'issueCredential',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Issues a credential',
  description:
    'People and machines of the operator do not get the secrets of a live credential: within a ' +
    'week they are claimed once, in the portal by a user of the partner, or by a one-time link. ' +
    'In all other cases only this response shows them.',
  body: NewCredential,
  isBodyOptional: true,
  response: Type.Object({ data: IssuedShape }),
  async handle({ params, body, actor }, context) {
    const { testOf, partnerId } = await partnerOfMode(context, {
      partnerId: Number(params.partnerId),
      mode: body.mode,
      actor,
    })
    const input = {
      partnerId,
      label: body.label,
      permissions: body.permissions,
      requireSignatureV2: body.requireSignatureV2,
      allowedAddresses: body.allowedAddresses,
      expiresAt: optionalInstant('expiresAt', body.expiresAt),
      actor,
    }
    const issued = await issueTo(context, input, (tx) => issueCredential(tx, context, input))
    const testPartnerId = testOf === undefined ? undefined : partnerId
    return created({ data: { testPartnerId, ...issuedOf(context, issued) } })
  },
})

interface ModeInput {
  readonly partnerId: number
  readonly mode: (typeof MODES)[number] | undefined
  readonly actor: Actor
}

/** Returns the partner that a new credential belongs to. */
async function partnerOfMode(
  context: Context,
  { partnerId, mode, actor }: ModeInput,
): Promise<Partner> {
  const testPartnerId =
    mode === 'test' ? await openSandbox(context, { partnerId, actor }) : partnerId
  const partner = await getPartner(context.db, testPartnerId)
  if (mode !== 'live' || partner.testOf === undefined) return partner
  throw invalidField('mode', `must be test: partner ${partnerId} is a test partner`)
}

const listCredentialsRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/credentials', {
  permission: 'credentials:read',
  operationId: 'listCredentials',
  summary: 'Lists the credentials of a partner, expired and revoked ones too, oldest first',
  query: {
    state: optionalOneOf(CREDENTIAL_STATES),
    sort: optionalSort(['label', 'state', 'lastUsedAt']),
    ...pages,
  },
  response: PagedOf(CredentialView.schema),
  async handle({ params, query: { state, ...page } }, { db, clock }) {
    const all = await listCredentials(db, clock, Number(params.partnerId))
    const selected = all.filter((one) => state === undefined || one.state === state)
    return ok(sortedPageOf(selected, page, CredentialView.body))
  },
})

function nameOf({ partnerId, clientId }: { partnerId: string; clientId: string }) {
  return { partnerId: Number(partnerId), clientId }
}

const CredentialChange = Type.Object(
  {
    requireSignatureV2: Type.Optional(fields.requireSignatureV2),
    allowedAddresses: Type.Optional(
      Type.Unsafe<string[] | null>({
        description: 'The networks, in CIDR notation, that requests may come from; all if absent',
        type: ['array', 'null'],
        items: { type: 'string' },
      }),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'CredentialChange' },
)

const updateCredentialRoute = operatorRoute(
  'PATCH /admin/v1/partners/{partnerId}/credentials/{clientId}',
  {
    permission: 'credentials:write',
    approval: 'credentials',
    operationId: 'updateCredential',
    summary:
      'Changes which signature a credential requires, and from which addresses it may be used',
    body: CredentialChange,
    response: Type.Object({ data: CredentialView.schema }),
    async handle({ params, body, actor }, { db, clock, credentials }) {
      const act = { ...body, ...nameOf(params), actor }
      const credential = await transact(db, (tx) => guardCredential(tx, clock, act))
      credentials.forget(credential.clientId)
      return ok({ data: CredentialView.body(credential) })
    },
  },
)

const OVERLAP = 'Seconds for which the old credential stays valid: a day unless given'

const Rotation = Type.Object(
  {
    overlapSeconds: Type.Optional(Whole(OVERLAP, { minimum: 0, maximum: OVERLAP_SECONDS_MAX })),
    reason: Type.Optional(Reason),
  },
  { title: 'CredentialRotation' },
)

const rotateCredentialRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/rotate',
  {
    permission: 'credentials:write',
    approval: 'credentials',
    operationId: 'rotateCredential',
    success: [201],
    refuses: ['state_conflict'],
    summary: 'Replaces an active credential',
    description:
      'The old credential stays valid for the overlap. The secrets are handed over like those of ' +
      'a new credential.',
    body: Rotation,
    isBodyOptional: true,
    response: Type.Object({ data: RotatedShape }),
    async handle({ params, body, actor }, context) {
      const { overlapSeconds, reason } = body
      const rotation = { ...nameOf(params), overlapSeconds, reason, actor }
      const issued = await issueTo(context, rotation, (tx) =>
        rotateCredential(tx, context, rotation),
      )
      const { clientId, expiresAt } = issued.credential.previous
      context.credentials.forget(clientId)
      const previous = { clientId, expiresAt: isoTime(expiresAt) }
      return created({ data: { ...issuedOf(context, issued), previous } })
    },
  },
)

const revokeCredentialRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/revoke',
  {
    permission: 'credentials:write',
    operationId: 'revokeCredential',
    summary: 'Revokes a credential',
    description:
      'The process that responds refuses it at once, every other one within a second. A second ' +
      'call changes nothing but is recorded in the audit log.',
    body: Type.Object({ reason: Type.Optional(Reason) }),
    isBodyOptional: true,
    response: Type.Object({ data: CredentialView.schema }),
    async handle({ params, body, actor }, { db, clock, credentials }) {
      const act = { ...nameOf(params), reason: body.reason, actor }
      const revoked = await transact(db, (tx) => revokeCredential(tx, clock, act))
      credentials.forget(revoked.clientId)
      return ok({ data: CredentialView.body(revoked) })
    },
  },
)

export const credentialRoutes = [
  issueCredentialRoute,
  listCredentialsRoute,
  updateCredentialRoute,
  rotateCredentialRoute,
  revokeCredentialRoute,
]
