import type { User } from './user.ts'

/** A user who is signed in at one browser. Instants are in milliseconds. */
export interface Session {
  readonly sessionId: string
  readonly user: User
  readonly createdAt: number
  /** True if a provider of OpenID Connect has signed the user in. */
  readonly isByProvider: boolean
  /** True if the partner of the user requires a second factor of all its users. */
  readonly isFactorRequired: boolean
}

/** The address and the browser from which a request came. */
export interface Origin {
  readonly address: string
  readonly userAgent: string | undefined
}

/** The longest time that a session lasts: without use, and in all. */
export interface SessionLifetimes {
  readonly sessionIdleSeconds: number
  readonly sessionSecondsMax: number
}
