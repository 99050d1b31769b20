import type { UserPermission } from '../policy/mod.ts'
import type { ValueGate } from './value-out.ts'

/** The kinds of actors, as the audit log names them. */
export type ActorKind =
  | 'user'
  | 'partner_user'
  | 'service_token'
  | 'environment_token'
  | 'credential'
  | 'system'
  | 'visitor'

/** The approval of an act, and the user who gave it. */
export interface ActApproval {
  readonly approvalId: number
  /** Random for each attempt to do the act, so that only one attempt does it. */
  readonly attempt: string
  readonly approverId: string
  /** The e-mail address of the approver. */
  readonly approver: string
}

/** Who acts. Created once for a request, and passed to each audit entry that the request causes. */
export interface Actor {
  readonly kind: ActorKind
  /** Identifies the actor among those of the same kind, if there are several. */
  readonly id?: string | undefined
  /** A name for people to read, such as an e-mail address. */
  readonly name: string
  /** The network address of their request, if there was one. */
  readonly address?: string | undefined
  /**
   * The permission by which they act. Without one, a person can change only their own account, and
   * a machine can change nothing.
   */
  readonly permission?: UserPermission | undefined
  /** Set if a second person approved this act. */
  readonly approval?: ActApproval | undefined
  /** The session of a person who may be asked for a passkey. */
  readonly sessionId?: string | undefined
  /** The limits of the value that they may give away without a second person. */
  readonly gate?: ValueGate | undefined
}

/** Returns an actor as log lines name it: a person by the id, never by name or address. */
export function loggedActor({ kind, id, name }: Actor): string {
  return id === undefined ? name : `${kind}:${id}`
}

/** An actor of the operator who sent a request. `gate` is set if TESSERA_APPROVALS is. */
export type OperatorActor = Actor & { readonly gate: ValueGate | undefined }

/** Returns the actor of the service itself, such as the demo. */
export function systemActor(name: string): Actor {
  return { kind: 'system', name }
}

/** Returns the actor of requests that a partner signs with a credential. */
export function credentialActor(clientId: string, address: string | undefined): Actor {
  return { kind: 'credential', id: clientId, name: `client:${clientId}`, address }
}
