import { listCredentials } from '../../partners/mod.ts'
import { ok, pageOf } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { readPartnerId } from '../wire-fields.ts'
import { credentialOf, CredentialShape } from './credential.ts'

/** All credentials of a partner, ended ones too, oldest first; never what they sign with. */
export const listCredentialsRoute = operatorRoute(
  'GET /admin/v1/partners/{partnerId}/credentials',
  {
    query: pages,
    answer: PagedOf(CredentialShape),
    async handle({ params, query }, { db, clock }) {
      const all = await listCredentials(db, clock, readPartnerId(params.partnerId))
      return ok(pageOf(all, query, credentialOf))
    },
  },
)
