import {
  aboutMovements,
  MovementView,
  movementQuery,
  movementsPage,
} from '../shapes/movement-shape.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { route } from '../route.ts'
import {
  statementQuery,
  StatementShape,
  STATEMENT_TYPES,
  statementResponse,
} from '../statement-response.ts'

export const listTransactions = route('GET /v2/accounts/transactions', {
  operationId: 'listTransactions',
  summary: "Lists the movements of the partner's funds, newest first",
  permission: 'balance:read',
  query: movementQuery,
  response: ContinuedOf(MovementView.schema, aboutMovements),
  refuses: ['archived'],
  handle: ({ partnerId, query }, context) =>
    movementsPage(context, { partnerId, query }, MovementView.body),
})

export const getStatement = route('GET /v2/accounts/statement', {
  operationId: 'getStatement',
  produces: STATEMENT_TYPES,
  documentedResponse: StatementShape,
  refuses: ['rate_limited', 'archived'],
  summary: "Streams a statement of the partner's funds in one currency",
  permission: 'balance:read',
  query: statementQuery,
  handle: ({ partnerId, credential, query }, context) =>
    statementResponse(context, { partnerId, name: credential.partnerName }, query),
})
