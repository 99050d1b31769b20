import { ROUTES } from '../../../src/http/routes.ts'

/** All routes but those of the portal, which check their requests as the routes that they offer. */
export const OFFERED_ROUTES = ROUTES.filter(({ access }) => access.to !== 'portal')
