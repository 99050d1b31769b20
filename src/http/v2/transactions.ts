import { ContinuedOf, MovementShape, movementQuery, movementsPage } from '../movement-shape.ts'
import { route } from '../route.ts'
import { statementQuery, statementResponse } from '../statement-response.ts'

/** Lists the movements of the partner's funds, newest first. */
export const listTransactions = route('GET /v2/accounts/transactions', {
  permission: 'balance:read',
  query: movementQuery,
  response: ContinuedOf(MovementShape),
  handle: ({ partnerId, query }, context) => movementsPage(context, partnerId, query),
})

/** Streams a statement of the partner's funds in one currency. */
export const getStatement = route('GET /v2/accounts/statement', {
  permission: 'balance:read',
  query: statementQuery,
  handle: ({ partnerId, credential, query }, context) =>
    statementResponse(context, { partnerId, name: credential.partnerName }, query),
})
