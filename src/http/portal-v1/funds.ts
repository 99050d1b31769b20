import { movementRoutes } from '../admin-v1/movements.ts'
import { listTransactions } from '../v2/transactions.ts'
import { ownPartner, routeOf } from './own-partner.ts'

const permission = 'balance:read'

export const ownFundsRoutes = [
  ownPartner('GET /portal/v1/funds', routeOf(movementRoutes, 'getFunds'), {
    permission,
    operationId: 'getOwnFunds',
  }),
  ownPartner('GET /portal/v1/transactions', listTransactions, {
    permission,
    operationId: 'listOwnTransactions',
  }),
  ownPartner('GET /portal/v1/statement', routeOf(movementRoutes, 'getStatement'), {
    permission,
    operationId: 'getOwnStatement',
  }),
]
