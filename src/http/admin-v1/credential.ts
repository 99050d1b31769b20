import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import type { Credential, IssuedCredential } from '../../partners/mod.ts'
import { optionalTime } from '../answer.ts'

/** A credential without what it signs with. */
export const CredentialShape = Type.Object({
  clientId: Type.String(),
  label: Type.Optional(Type.String()),
  permissions: Type.Array(Type.String()),
  requireSignatureV2: Type.Optional(Type.Boolean()),
  allowedAddresses: Type.Optional(Type.Array(Type.String())),
  state: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.Optional(Type.String()),
  revokedAt: Type.Optional(Type.String()),
})

export function credentialOf(credential: Credential) {
  const { clientId, label, permissions, state, createdAt, expiresAt, revokedAt } = credential
  return {
    clientId,
    label,
    permissions,
    ...guardsOf(credential),
    state,
    createdAt: isoTime(createdAt),
    expiresAt: optionalTime(expiresAt),
    revokedAt: optionalTime(revokedAt),
  }
}

/** What is not asked for is left out. */
function guardsOf({ requiresSignatureV2, allowedAddresses }: Credential | IssuedCredential) {
  return { requireSignatureV2: requiresSignatureV2 || undefined, allowedAddresses }
}

const issued = {
  clientId: Type.String(),
  apiKey: Type.String(),
  hmacSecret: Type.String(),
  label: Type.Optional(Type.String()),
  permissions: Type.Array(Type.String()),
  requireSignatureV2: Type.Optional(Type.Boolean()),
  allowedAddresses: Type.Optional(Type.Array(Type.String())),
  createdAt: Type.String(),
  expiresAt: Type.Optional(Type.String()),
}

/** A new credential with its secrets, which are shown this once. */
export const IssuedShape = Type.Object(issued)
/** As `IssuedShape`, with the credential that it takes the place of. */
export const RotatedShape = Type.Object({
  ...issued,
  previous: Type.Object({ clientId: Type.String(), expiresAt: Type.String() }),
})

export function issuedOf(credential: IssuedCredential) {
  const { clientId, apiKey, hmacSecret, label, permissions, createdAt, expiresAt } = credential
  return {
    clientId,
    apiKey,
    hmacSecret,
    label,
    permissions,
    ...guardsOf(credential),
    createdAt: isoTime(createdAt),
    expiresAt: optionalTime(expiresAt),
  }
}
