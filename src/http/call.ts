import type { Actor } from '../audit/mod.ts'
import type { Origin, Principal, Session, Visitor } from '../identity/mod.ts'
import type { KnownCredential } from '../partners/mod.ts'
import type { VisitedPartner } from './visited-partner.ts'

/** A request that was admitted, with its parts read and checked. */
export interface Call<Parameters, Query, Body> {
  readonly params: Parameters
  readonly query: Query
  readonly body: Body
  /** The query as it arrived, for a route that checks it as a whole. */
  readonly rawQuery: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly connection: Connection
  /** True if a test credential asks to be refused as if it had no funds. */
  readonly simulateNoFunds?: boolean
}

/** The connection of a request, for routes that wait until something happens. */
export interface Connection {
  /** True if the client has disconnected. */
  isClosed(): boolean
  /** Leaves the request out of the metric of durations. */
  waitOnPurpose(): void
}

export interface PartnerCall<Parameters, Query, Body> extends Call<Parameters, Query, Body> {
  readonly partnerId: number
  readonly credential: KnownCredential
  /** True if the credential is of a test partner. */
  readonly isTest: boolean
  /** Who acts, for the audit log. */
  readonly actor: Actor
}

/** A call of a merchant of the operator. */
export interface MerchantCall<Parameters, Body> extends Call<Parameters, unknown, Body> {
  readonly merchantId: number
  /** The network that it comes from. */
  readonly network: string
}

export interface OperatorCall<Parameters, Query, Body> extends Call<Parameters, Query, Body> {
  /** Who acts, for the audit log. */
  readonly actor: Actor
  readonly principal: Principal
}

/** A call of a page of this service. */
export interface VisitorCall<Body> extends Call<unknown, unknown, Body> {
  readonly origin: Origin
  readonly visitor: Visitor
}

/** A call of a user who is signed in. */
export interface UserCall<Parameters, Query, Body> extends Call<Parameters, Query, Body> {
  readonly session: Session
  readonly origin: Origin
}

/** A call of a user of a partner, about that partner or its test partner. */
export interface PortalCall<Parameters, Query, Body>
  extends Call<Parameters, Query, Body>, VisitedPartner {}

/** A call of any route. */
export interface AnyCall extends Call<unknown, unknown, unknown> {
  /** The credential of the partner who calls. */
  readonly credential?: KnownCredential | undefined
  /** The partner that it is about, if the caller has one. */
  readonly partnerId?: number | undefined
  /** Who acts, for the audit log; undefined for visitors and monitors. */
  readonly actor?: Actor | undefined
}
