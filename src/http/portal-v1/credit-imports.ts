import { creditImportRoutes } from '../admin-v1/credit-imports.ts'
import { ownPartner, routeOf } from './own-partner.ts'

const read = 'credits:read'
const write = 'credits:write'

export const ownCreditImportRoutes = [
  ownPartner('POST /portal/v1/credit-imports', routeOf(creditImportRoutes, 'checkCredits'), {
    permission: write,
    operationId: 'checkOwnCredits',
  }),
  ownPartner('GET /portal/v1/credit-imports', routeOf(creditImportRoutes, 'listCreditImports'), {
    permission: read,
    operationId: 'listOwnCreditImports',
  }),
  ownPartner(
    'GET /portal/v1/credit-imports/{importId}',
    routeOf(creditImportRoutes, 'getCreditImport'),
    {
      permission: read,
      operationId: 'getOwnCreditImport',
    },
  ),
  ownPartner(
    'POST /portal/v1/credit-imports/{importId}/start',
    routeOf(creditImportRoutes, 'startCredits'),
    {
      permission: write,
      operationId: 'startOwnCredits',
    },
  ),
  ownPartner(
    'POST /portal/v1/credit-imports/{importId}/cancel',
    routeOf(creditImportRoutes, 'cancelCredits'),
    {
      permission: write,
      operationId: 'cancelOwnCredits',
    },
  ),
  ownPartner(
    'GET /portal/v1/credit-imports/{importId}/report',
    routeOf(creditImportRoutes, 'creditReport'),
    {
      permission: read,
      operationId: 'ownCreditReport',
    },
  ),
]
