import type { RouteName } from '../../src/http/route.ts'
import type { Bad } from '../conformance/bad-input/bad-parameters.ts'
import type { EndpointCase } from '../conformance/bad-input/endpoints.ts'
import type { Fixture, Ids } from '../conformance/bad-input/fixture.ts'
import type { Headers, Reply } from '../support/client.ts'
import type { RunningService } from '../support/service.ts'
import type { Browser } from '../support/signed-in.ts'

/** The path and query of a request below `/admin/v1`, and its body. */
export type ExpectedRequest = string | readonly [target: string, body: object]

/** A reply, and the fields of the audit entry of its write, without actor, time and number. */
export interface AuditExample {
  readonly reply: Reply
  readonly [member: string]: unknown
}
export type Write = () => Promise<AuditExample>

/** The parts of a request that differ from its example. */
export interface Prepared {
  readonly target: string
  readonly body?: object | string | Buffer
  readonly headers?: Headers
  /** The sender, if no token may send it. */
  readonly user?: Browser
}

export type Prepare = (fixture: Fixture) => Prepared | Promise<Prepared>

/** Facts about one route of the operator, for the tests that call every route. */
export interface OperatorCase {
  /** The roles of users that may call the route, such as `admin finance`. */
  readonly roles: string
  /** Why no page of the console calls the route. */
  readonly withoutPage?: string
  /** Returns the path, if its ids differ from those of `idsOf`. */
  readonly path?: (ids: Ids) => string
  /** JSON bodies that are accepted however often they are sent, and bad values of each field. */
  readonly bodies?: readonly Omit<EndpointCase, 'route' | 'path'>[]
  /** Bad values of each parameter of the query. */
  readonly badQueries?: Bad
  /** Query parameters that the route requires, such as `from=2026-01-01&supplier={supplier}`. */
  readonly query?: string
  /** A CSV file that the route accepts. */
  readonly file?: string
  /** Prepares the state in which the request of the OpenAPI example is accepted. */
  readonly prepare?: Prepare
  /** Prepares a request that waits for a second person, if no other example does. */
  readonly prepareApproval?: Prepare
  /** Sends a write; returns its reply and the expected audit entry. */
  readonly audit?: (service: RunningService) => Promise<AuditExample>
  /** True for a write that is refused in the state of the fixture. */
  readonly isRefused?: true
  /** Lines after `tessera`, in which words in double quotes are one argument. */
  readonly commands?: Readonly<Record<string, ExpectedRequest>>
}

/** The routes of one resource. */
export type OperatorCases = Partial<Readonly<Record<RouteName, OperatorCase>>>
