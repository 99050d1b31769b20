import { OPERATOR_ENDPOINTS } from '../../operator/cases.ts'
import { PARTNERS } from './endpoints.ts'
import { PEOPLE } from './identity-requests.ts'
import { withPaths } from './ids-of-paths.ts'
import { ISSUER } from './issuer-endpoints.ts'

/** Every route that takes JSON. */
export const ENDPOINTS = [...PARTNERS, ...withPaths([...ISSUER, ...PEOPLE, ...OPERATOR_ENDPOINTS])]
