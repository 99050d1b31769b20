import { Type } from 'typebox'
import { isoTime, OVERLAP_SECONDS_MAX, wireAmount } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  changeMerchant,
  createMerchant,
  issueMerchantCredential,
  listCalls,
  listMerchantCredentials,
  listMerchants,
  MERCHANT_STATUSES,
  revokeMerchantCredential,
  rotateMerchantCredential,
  type IssuedMerchantCredential,
  type Merchant,
  type MerchantCall,
  type MerchantCredential,
} from '../../issuer/mod.ts'
import { optionalNumber, optionalOneOf, pages, optionalSort } from '../queries/query.ts'
import { continued, created, ok, optionalTime, sortedPageOf, splitPage } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Decimal, Instant, Text, Whole } from '../shapes/field.ts'
import { view } from '../shapes/view.ts'
import { fields } from '../shapes/fields.ts'
import { oneOf } from '../shapes/one-of.ts'
import { ContinuedOf, PagedOf } from '../shapes/page-shape.ts'
import { CREDENTIAL_STATE } from './meanings.ts'
import { Reason } from '../shapes/reason.ts'

const MERCHANT_STATUS = {
  ACTIVE: 'It may redeem codes',
  DISABLED: 'Its requests are refused',
} as const

const MerchantView = view<Merchant>()(
  {
    merchantId: Whole('Identifies the merchant'),
    name: Text('The name of the merchant'),
    status: oneOf('Status of the merchant', MERCHANT_STATUS),
    createdAt: fields.createdAt,
  },
  { title: 'Merchant' },
)

const credentialFields = {
  clientId: fields.clientId,
  label: Type.Optional(fields.label),
  state: oneOf('The state of the credential', CREDENTIAL_STATE),
  createdAt: fields.createdAt,
  expiresAt: Type.Optional(fields.expiresAt),
  revokedAt: Type.Optional(Instant('When it was revoked')),
}
const CredentialView = view<MerchantCredential>()(credentialFields, { title: 'MerchantCredential' })

const issuedFields = {
  ...credentialFields,
  apiKey: Text('The API key; a response shows it this once'),
  hmacSecret: Text('The secret that signatures are keyed with; a response shows it this once'),
}

function issuedOf(issued: IssuedMerchantCredential) {
  const { apiKey, hmacSecret } = issued
  return { ...CredentialView.body(issued), apiKey, hmacSecret }
}

const createMerchantRoute = operatorRoute('POST /admin/v1/merchants', {
  permission: 'merchants:write',
  operationId: 'createMerchant',
  success: [201],
  summary: 'Creates a merchant, which redeems codes of the generator',
  body: Type.Object({ name: Text('The name of the merchant') }, { title: 'NewMerchant' }),
  response: Type.Object({ data: MerchantView.schema }),
  async handle({ body: { name }, actor }, { db, clock }) {
    const merchant = await transact(db, (tx) => createMerchant(tx, clock, { name, actor }))
    return created({ data: MerchantView.body(merchant) })
  },
})

const listMerchantsRoute = operatorRoute('GET /admin/v1/merchants', {
  permission: 'merchants:read',
  operationId: 'listMerchants',
  summary: 'Lists the merchants, oldest first',
  query: {
    status: optionalOneOf(MERCHANT_STATUSES),
    sort: optionalSort(['name', 'createdAt']),
    ...pages,
  },
  response: PagedOf(MerchantView.schema),
  async handle({ query: { status, ...page } }, { db }) {
    const all = await listMerchants(db)
    const selected = all.filter((one) => status === undefined || one.status === status)
    return ok(sortedPageOf(selected, page, MerchantView.body))
  },
})

const updateMerchantRoute = operatorRoute('PATCH /admin/v1/merchants/{merchantId}', {
  permission: 'merchants:write',
  approval: 'credentials',
  operationId: 'updateMerchant',
  summary: 'Disables a merchant, or enables it again',
  description:
    'The process that responds refuses its requests at once, every other one within a second. ' +
    'The amounts that it authorized return to the cards when the authorizations expire.',
  body: Type.Object(
    {
      status: Type.Enum([...MERCHANT_STATUSES], { description: 'Status of the merchant' }),
      reason: Type.Optional(Reason),
    },
    { title: 'MerchantChange' },
  ),
  response: Type.Object({ data: MerchantView.schema }),
  async handle({ params, body, actor }, { db, clock, merchantCredentials }) {
    const change = { ...body, merchantId: Number(params.merchantId), actor }
    const merchant = await transact(db, (tx) => changeMerchant(tx, clock, change))
    merchantCredentials.forget()
    return ok({ data: MerchantView.body(merchant) })
  },
})

const issueRoute = operatorRoute('POST /admin/v1/merchants/{merchantId}/credentials', {
  permission: 'merchants:write',
  approval: 'credentials',
  operationId: 'issueMerchantCredential',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Issues a credential of a merchant, whose secrets this response shows once',
  body: Type.Object({ label: Type.Optional(fields.label) }, { title: 'NewMerchantCredential' }),
  isBodyOptional: true,
  response: Type.Object({
    data: Type.Object(issuedFields, { title: 'IssuedMerchantCredential' }),
  }),
  async handle({ params, body: { label }, actor }, context) {
    const input = { merchantId: Number(params.merchantId), label, actor }
    const issued = await transact(context.db, (tx) => issueMerchantCredential(tx, context, input))
    return created({ data: issuedOf(issued) })
  },
})

const listCredentialsRoute = operatorRoute('GET /admin/v1/merchants/{merchantId}/credentials', {
  permission: 'merchants:read',
  operationId: 'listMerchantCredentials',
  summary: 'Lists the credentials of a merchant, revoked ones too, oldest first',
  query: { sort: optionalSort(['createdAt', 'expiresAt']), ...pages },
  response: PagedOf(CredentialView.schema),
  async handle({ params, query }, { db, clock }) {
    const all = await listMerchantCredentials(db, clock, Number(params.merchantId))
    return ok(sortedPageOf(all, query, CredentialView.body))
  },
})

const OVERLAP = 'Seconds for which the old credential stays valid: a day unless given'

const rotateRoute = operatorRoute(
  'POST /admin/v1/merchants/{merchantId}/credentials/{clientId}/rotate',
  {
    permission: 'merchants:write',
    approval: 'credentials',
    operationId: 'rotateMerchantCredential',
    success: [201],
    refuses: ['state_conflict'],
    summary: 'Replaces an active credential of a merchant; the old one stays valid for the overlap',
    body: Type.Object(
      {
        overlapSeconds: Type.Optional(Whole(OVERLAP, { minimum: 0, maximum: OVERLAP_SECONDS_MAX })),
        reason: Type.Optional(Reason),
      },
      { title: 'MerchantCredentialRotation' },
    ),
    isBodyOptional: true,
    response: Type.Object({
      data: Type.Object(
        {
          ...issuedFields,
          previous: Type.Object(
            { clientId: fields.clientId, expiresAt: Instant('When it expires') },
            { description: 'The credential that it replaces' },
          ),
        },
        { title: 'RotatedMerchantCredential' },
      ),
    }),
    async handle({ params, body, actor }, context) {
      const act = { ...body, ...nameOf(params), actor }
      const rotated = await transact(context.db, (tx) => rotateMerchantCredential(tx, context, act))
      const { clientId, expiresAt } = rotated.previous
      context.merchantCredentials.forget(clientId)
      const previous = { clientId, expiresAt: isoTime(expiresAt) }
      return created({ data: { ...issuedOf(rotated), previous } })
    },
  },
)

const revokeRoute = operatorRoute(
  'POST /admin/v1/merchants/{merchantId}/credentials/{clientId}/revoke',
  {
    permission: 'merchants:write',
    operationId: 'revokeMerchantCredential',
    summary: 'Revokes a credential of a merchant',
    description:
      'The process that responds refuses it at once, every other one within a second. A second ' +
      'call changes nothing.',
    body: Type.Object({ reason: Type.Optional(Reason) }),
    isBodyOptional: true,
    response: Type.Object({ data: CredentialView.schema }),
    async handle({ params, body: { reason }, actor }, { db, clock, merchantCredentials }) {
      const act = { ...nameOf(params), reason, actor }
      const revoked = await transact(db, (tx) => revokeMerchantCredential(tx, clock, act))
      merchantCredentials.forget(revoked.clientId)
      return ok({ data: CredentialView.body(revoked) })
    },
  },
)

const CALL_KIND = {
  AUTHORIZE: 'sets an amount of a card aside',
  CAPTURE: 'captures an amount that was set aside',
  VOID: 'frees an amount that was set aside',
  REFUND: 'refunds an amount that was captured',
  REVERSE: 'undoes a call that had no response',
} as const

const CallView = view<MerchantCall>()(
  {
    callNo: Whole('Number of the call; as `after`, it continues the list there'),
    reference: Text('The reference that the merchant chose'),
    kind: oneOf('Kind of call', CALL_KIND),
    authorizationId: Type.Optional(Text('The authorization that it is about')),
    amount: [
      Type.Optional(Decimal('Amount that it moved, in major units of `currency`')),
      ({ amountMinor: minor, currency }) =>
        minor !== undefined && currency ? wireAmount(minor, currency) : undefined,
    ],
    currency: [Type.Optional(fields.currency), (one) => one.currency?.code],
    createdAt: [fields.createdAt, (one) => isoTime(one.createdMs)],
    reversedAt: [
      Type.Optional(Instant('When it was reversed')),
      (one) => optionalTime(one.reversedMs),
    ],
  },
  { title: 'MerchantCall' },
)

const listCallsRoute = operatorRoute('GET /admin/v1/merchants/{merchantId}/calls', {
  permission: 'merchants:read',
  operationId: 'listMerchantCalls',
  summary: 'Lists the calls of a merchant, newest first; it shows no codes',
  query: {
    after: optionalNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    pageSize: pages.pageSize,
  },
  response: ContinuedOf(CallView.schema),
  async handle({ params, query: { after: before, pageSize } }, { db }) {
    const range = { before, limit: pageSize + 1 }
    const { page, last } = splitPage(
      await listCalls(db, Number(params.merchantId), range),
      pageSize,
    )
    return ok(continued(page.map(CallView.body), { pageSize, after: last && String(last.callNo) }))
  },
})

function nameOf({ merchantId, clientId }: { merchantId: string; clientId: string }) {
  return { merchantId: Number(merchantId), clientId }
}

export const merchantRoutes = [
  createMerchantRoute,
  listMerchantsRoute,
  updateMerchantRoute,
  issueRoute,
  listCredentialsRoute,
  rotateRoute,
  revokeRoute,
  listCallsRoute,
]
