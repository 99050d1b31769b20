import { ROUTES } from '../../../src/http/routes.ts'

/** All routes except those of the portal, which check requests like the routes that they offer. */
export const OFFERED_ROUTES = ROUTES.filter(({ access }) => access.to !== 'portal')
