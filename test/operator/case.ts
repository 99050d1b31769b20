import type { RouteName } from '../../src/http/route.ts'
import type { Bad } from '../conformance/bad-input/bad-parameters.ts'
import type { EndpointCase } from '../conformance/bad-input/endpoints.ts'
import type { Fixture, Ids } from '../conformance/bad-input/fixture.ts'
import type { Headers, Reply } from '../support/client.ts'
import type { RunningService } from '../support/service.ts'
import type { Browser } from '../support/signed-in.ts'

/** The path and query of a request below `/admin/v1`, and its body. */
export type Requested = string | readonly [target: string, body: object]

/** A reply, and the fields of the audit entry of its write, without actor, time and number. */
export interface Audited {
  readonly reply: Reply
  readonly [member: string]: unknown
}
export type Write = () => Promise<Audited>

/** The parts of a request that differ from its example. */
export interface Prepared {
  readonly target: string
  readonly body?: object | string | Buffer
  readonly headers?: Headers
  /** The sender, if no token may send it. */
  readonly user?: Browser
}

export type Prepare = (fixture: Fixture) => Prepared | Promise<Prepared>

/** The facts on a route of the operator for all tests that send requests to every route. */
export interface OperatorCase {
  /** The only roles of users that may call it, such as `admin finance`. */
  readonly roles: string
  /** Why no page of the console has it. */
  readonly withoutPage?: string
  /** Returns the path, if its ids differ from those of `idsOf`. */
  readonly path?: (ids: Ids) => string
  /** JSON bodies that are accepted again and again, and how each of their fields can be bad. */
  readonly bodies?: readonly Omit<EndpointCase, 'route' | 'path'>[]
  /** How each parameter of the query can be bad. */
  readonly badQueries?: Bad
  /** Parameters that it requires, such as `from=2026-01-01&supplier={supplier}`. */
  readonly query?: string
  /** The CSV file that it takes. */
  readonly file?: string
  /** Makes a state in which the request of the OpenAPI example is accepted. */
  readonly prepare?: Prepare
  /** Causes a request that waits for a second person, if neither the fixture nor `prepare` has. */
  readonly approved?: Prepare
  /** Does a write, and returns its reply and audit entry. */
  readonly audit?: (service: RunningService) => Promise<Audited>
  /** True for a write that the state of the fixture refuses. */
  readonly isRefused?: true
  /** Lines after `tessera`, in which words in double quotes are one argument. */
  readonly commands?: Readonly<Record<string, Requested>>
}

/** The routes of one resource. */
export type OperatorCases = Partial<Readonly<Record<RouteName, OperatorCase>>>
