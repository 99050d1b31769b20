import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { isoTime } from '../../core/mod.ts'
import { transact, type Tx } from '../../db/mod.ts'
import { hasPermitted } from '../../identity/mod.ts'
import {
  handOver,
  issuerPermissions,
  type Claim,
  type Credential,
  type HandedOver,
  type IssuedCredential,
} from '../../partners/mod.ts'
import type { Context } from '../context.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { optionalTime } from '../response.ts'
import { Addresses, Permissions } from './credential-fields.ts'

/** Returns the fields that are left out unless they restrict the credential. */
function guardsOf({ requiresSignatureV2, allowedAddresses }: Credential | IssuedCredential) {
  return { requireSignatureV2: requiresSignatureV2 || undefined, allowedAddresses }
}

const issuedFields = {
  testPartnerId: Type.Optional(Whole('The test partner that a test credential belongs to')),
  clientId: fields.clientId,
  apiKey: Type.Optional(Text('The API key; a response shows it this once')),
  hmacSecret: Type.Optional(
    Text('The secret that signatures are keyed with; a response shows it this once'),
  ),
  claim: Type.Optional(
    Type.Object(
      {
        link: Type.Optional(
          Text('The one-time link for the partner; absent if its users claim them in the portal'),
        ),
        expiresAt: Instant('When they can no longer be claimed'),
      },
      { description: 'How the partner claims the secrets, if this response does not show them' },
    ),
  ),
  label: Type.Optional(fields.label),
  permissions: Permissions,
  requireSignatureV2: Type.Optional(fields.requireSignatureV2),
  allowedAddresses: Type.Optional(Addresses),
  createdAt: fields.createdAt,
  expiresAt: Type.Optional(fields.expiresAt),
}

/** A new credential with its secrets. */
export const IssuedShape = Type.Object(issuedFields, { title: 'IssuedCredential' })
/** A new credential with its secrets, and the credential that it replaces. */
export const RotatedShape = Type.Object(
  {
    ...issuedFields,
    previous: Type.Object(
      { clientId: fields.clientId, expiresAt: Instant('When it expires') },
      { description: 'The credential that it replaces' },
    ),
  },
  { title: 'RotatedCredential' },
)

export function issuedOf({ baseUrl }: Context, { credential, handedOver }: IssueResult) {
  const { clientId, label, permissions, createdAt, expiresAt } = credential
  return {
    clientId,
    ...('secrets' in handedOver
      ? handedOver.secrets
      : { claim: claimOf(baseUrl(), handedOver.claim) }),
    label,
    permissions,
    ...guardsOf(credential),
    createdAt: isoTime(createdAt),
    expiresAt: optionalTime(expiresAt),
  }
}

/** The token stands after `#`, so that no server and no log sees it. */
function claimOf(baseUrl: string, { token, expiresAt }: Claim) {
  const link = token === undefined ? undefined : `${baseUrl}/portal/credential#${token}`
  return { link, expiresAt: isoTime(expiresAt) }
}

interface IssueResult {
  readonly credential: IssuedCredential
  readonly handedOver: HandedOver
}

/** Issues or rotates a credential, and hands it over in the same transaction. */
export function issueTo<Made extends IssuedCredential>(
  context: Context,
  { partnerId, actor }: { readonly partnerId: number; readonly actor: Actor },
  issue: (tx: Tx) => Promise<Made>,
): Promise<{ readonly credential: Made; readonly handedOver: HandedOver }> {
  return transact(context.db, async (tx) => {
    const credential = await issue(tx)
    const needed = ['credentials:write', ...issuerPermissions(credential.permissions)] as const
    const hasClaimant = await hasPermitted(tx, partnerId, needed)
    const newIssue = { partnerId, credential, actor, hasClaimant }
    return { credential, handedOver: await handOver(tx, context, newIssue) }
  })
}
