import { connect, type ConnectionTarget, type Database } from '../../src/db/mod.ts'
import { FailingServer } from '../faults/failing-server.ts'

/** Ends a fault of the server; returns when it accepts connections again. */
export type EndFault = () => Promise<void>

/** A PostgreSQL of a cluster's own, which fails in one way at a time. */
export class DatabaseServer {
  readonly db: Database
  readonly target: ConnectionTarget
  readonly #server: FailingServer
  #isFailing = false

  private constructor(server: FailingServer) {
    this.#server = server
    this.target = server.target
    this.db = connect(this.target, { connectionsMax: 10, onIdleError: () => undefined })
  }

  static async start(): Promise<DatabaseServer> {
    return new DatabaseServer(await FailingServer.start())
  }

  /** Crashes the server. It recovers what was committed. */
  crash(): Promise<EndFault | undefined> {
    return this.#fail(async () => {
      await this.#server.crash()
      return () => this.#server.recover()
    })
  }

  /**
   * Cuts a synchronous standby off, so that commits wait. In the end the server crashes with what
   * the standby does not have, and which has no response, and the standby replaces it.
   */
  failOver(): Promise<EndFault | undefined> {
    return this.#fail(async () => {
      const standby = await this.#server.addStandby()
      await this.#server.commitThroughStandby()
      this.#server.cutReplication()
      return async () => {
        await this.#server.crash()
        await this.#server.promote(standby)
      }
    })
  }

  async drop(): Promise<void> {
    await this.db.close()
    await this.#server.close()
  }

  /** Returns undefined if the server fails already. */
  async #fail(begin: () => Promise<EndFault>): Promise<EndFault | undefined> {
    if (this.#isFailing) return undefined
    this.#isFailing = true
    const end = await begin()
    return async () => {
      await end()
      this.#server.reopen()
      this.#isFailing = false
    }
  }
}
