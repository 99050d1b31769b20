import { NO_CURRENCIES } from '../conformance/bad-input/bad-parameters.ts'
import type { OperatorCases } from './case.ts'

export const PRO_FORMA: OperatorCases = {
  'GET /admin/v1/partners/{partnerId}/pro-forma': {
    roles: 'admin finance operations auditor',
    query: 'currency=USD&amount=1250.5',
    badQueries: {
      currency: NO_CURRENCIES,
      amount: ['', '0', '-1', '1.005', '1e3', '0x10', '10000000000000', '1,5', 'NaN', '%00'],
    },
  },
}
