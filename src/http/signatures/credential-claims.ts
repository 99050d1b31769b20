import { Type } from 'typebox'
import { getPartner, claimByLink, claimCredential, nothingWaits } from '../../partners/mod.ts'
import { Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { view } from '../shapes/view.ts'
import { ok } from '../response.ts'
import { portalRoute, visitorRoute } from '../route.ts'

interface ClaimedSecrets {
  readonly clientId: string
  readonly apiKey: string
  readonly hmacSecret: string
  readonly partner: string
}

const ClaimedView = view<ClaimedSecrets>()(
  {
    clientId: fields.clientId,
    apiKey: Text('The API key; it is shown this once'),
    hmacSecret: Text('The secret that signatures are keyed with; it is shown this once'),
    partner: Text('The name of the partner'),
  },
  { title: 'ClaimedCredential' },
)

const summary = 'Returns the secrets of a credential that the operator made for a partner, once'
const description =
  'A second call, or one after a week, gets 404: the operator then rotates the credential.'

const claimOwnRoute = portalRoute('POST /portal/v1/credentials/{clientId}/claim', {
  permission: 'credentials:write',
  operationId: 'claimOwnCredential',
  isShownOnce: true,
  absent: { clientId: nothingWaits },
  refuses: ['not_found'],
  summary,
  description,
  body: Type.Object({}),
  isBodyOptional: true,
  response: Type.Object({ data: ClaimedView.schema }),
  async handle({ params, partnerId, actor }, context) {
    const input = { partnerId, clientId: params.clientId, actor }
    const claimed = await claimCredential(context, input)
    const { name } = await getPartner(context.db, partnerId)
    return ok({ data: ClaimedView.body({ ...claimed, partner: name }) })
  },
})

const claimByLinkRoute = visitorRoute('POST /auth/v1/credential-claims', {
  operationId: 'claimCredential',
  refuses: ['not_found'],
  summary,
  description,
  body: Type.Object(
    { token: Text('The part of the link after `#`') },
    { title: 'CredentialClaim' },
  ),
  response: Type.Object({ data: ClaimedView.schema }),
  async handle({ body: { token }, origin: { address } }, context) {
    const claimed = await claimByLink(context, { token, address })
    const { name } = await getPartner(context.db, claimed.partnerId)
    return ok({ data: ClaimedView.body({ ...claimed, partner: name }) })
  },
})

export const credentialClaimRoutes = [claimOwnRoute, claimByLinkRoute]
