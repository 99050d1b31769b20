import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import {
  createServiceToken,
  listServiceTokens,
  OPERATOR_ROLES,
  revokeServiceToken,
  takeOverServiceToken,
  type ServiceToken,
  TOKEN_STATES,
  SERVICE_TOKEN_SORTS,
} from '../../identity/mod.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, pages, optionalSort } from '../queries/query.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { created, ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { TOKEN_STATE } from './meanings.ts'
import { Reason } from '../shapes/reason.ts'
import { view } from '../shapes/view.ts'

const DAYS_MAX = 366

const TOKEN = {
  tokenId: Whole('The id of the token'),
  name: Text('Name of the machine or program that uses the token: 1 to 100 characters'),
  role: Type.Enum([...OPERATOR_ROLES], { description: 'The token may do what this role may' }),
  state: choiceOf('The state of the token', TOKEN_STATE),
  issuedBy: Type.Optional(
    Text(
      'The owner, with whom the token ends: the e-mail address of the user who made it or took ' +
        'it over, or the token that made it. Absent: it has no owner',
    ),
  ),
  createdAt: fields.createdAt,
  expiresAt: Instant('When the token expires'),
  revokedAt: Type.Optional(Instant('When the token was revoked, if it was')),
  lastUsedAt: Type.Optional(Instant('When the token was used for the last time, to the minute')),
  lastUsedFrom: Type.Optional(Text('The address that it was used from then')),
}
const TokenView = view<ServiceToken>()(TOKEN, { title: 'ServiceToken' })
const NewTokenShape = Type.Object(
  { ...TOKEN, token: Text('The token, which is shown once') },
  { title: 'NewServiceToken' },
)

const createToken = operatorRoute('POST /admin/v1/tokens', {
  permission: 'tokens:write',
  approval: 'roles',
  operationId: 'createServiceToken',
  success: [201],
  refuses: ['numbers_exhausted'],
  summary: 'Makes a token for a machine of the operator',
  description: 'It is sent as `Authorization: Bearer <token>`, and may do what its role may.',
  body: Type.Object(
    {
      name: Text('Name of the machine or program that uses the token: 1 to 100 characters'),
      role: Text('A role of the operator'),
      expiresInDays: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: DAYS_MAX,
          description: 'Days after which the token expires: 1 to 366, 90 unless given',
        }),
      ),
      reason: Type.Optional(Reason),
    },
    { title: 'ServiceTokenRequest' },
  ),
  response: Type.Object({ data: NewTokenShape }),
  async handle({ body, actor }, { db, clock }) {
    const token = await transact(db, (tx) => createServiceToken(tx, clock, { ...body, actor }))
    return created({ data: { ...TokenView.body(token), token: token.token } })
  },
})

const listTokens = operatorRoute('GET /admin/v1/tokens', {
  permission: 'tokens:read',
  operationId: 'listServiceTokens',
  summary: 'Lists the tokens of machines of the operator, newest first',
  query: {
    state: optionalOneOf(TOKEN_STATES),
    sort: optionalSort(SERVICE_TOKEN_SORTS),
    ...pages,
  },
  response: PagedOf(TokenView.schema),
  async handle({ query }, { db, clock }) {
    const { rows, total } = await listServiceTokens(db, clock, query)
    return ok(paged(rows.map(TokenView.body), { ...query, totalRecords: total }))
  },
})

const revokeToken = operatorRoute('POST /admin/v1/tokens/{tokenId}/revoke', {
  permission: 'tokens:write',
  operationId: 'revokeServiceToken',
  summary: 'Ends a token for good, at once',
  body: Type.Object({ reason: Type.Optional(Reason) }, { title: 'ServiceTokenRevocation' }),
  isBodyOptional: true,
  response: Type.Object({ data: TokenView.schema }),
  async handle({ params, body: { reason }, actor }, { db, clock }) {
    const input = { tokenId: Number(params.tokenId), actor, reason }
    return ok({
      data: TokenView.body(await transact(db, (tx) => revokeServiceToken(tx, clock, input))),
    })
  },
})

const takeOverToken = operatorRoute('POST /admin/v1/tokens/{tokenId}/take-over', {
  permission: 'tokens:write',
  approval: 'roles',
  operationId: 'takeOverServiceToken',
  refuses: ['state_conflict'],
  summary: 'Takes over a token, so that it does not end with its owner',
  description: 'A token that has ended with its owner is accepted again at once.',
  body: Type.Object({ reason: Type.Optional(Reason) }, { title: 'ServiceTokenTakeover' }),
  isBodyOptional: true,
  response: Type.Object({ data: TokenView.schema }),
  async handle({ params, body: { reason }, actor }, { db, clock }) {
    const input = { tokenId: Number(params.tokenId), actor, reason }
    return ok({
      data: TokenView.body(await transact(db, (tx) => takeOverServiceToken(tx, clock, input))),
    })
  },
})

export const tokenRoutes = [createToken, listTokens, takeOverToken, revokeToken]
