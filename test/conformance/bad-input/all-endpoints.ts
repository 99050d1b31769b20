import { OPERATOR_ENDPOINTS } from '../../operator/cases.ts'
import { PARTNERS, type Endpoint } from './endpoints.ts'
import { PEOPLE } from './identity-requests.ts'
import { ISSUER } from './issuer-endpoints.ts'

/** Every route that takes JSON. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...PARTNERS,
  ...ISSUER,
  ...PEOPLE,
  ...OPERATOR_ENDPOINTS,
]
