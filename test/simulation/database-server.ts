import { connect, type ConnectionTarget, type Database } from '../../src/db/mod.ts'
import type { Random } from '../faults/chaos-random.ts'
import { FailingServer } from '../faults/failing-server.ts'
import { Disk } from './disk.ts'

/** What is left on a full disk. */
const ROOM_BYTES = [0, 0, 2 ** 18, 2 ** 20]

/** Ends a fault of the server; returns when it accepts connections again. */
export type EndFault = () => Promise<void>

/** A PostgreSQL of a cluster's own, which fails in one way at a time. */
export class DatabaseServer {
  readonly db: Database
  readonly target: ConnectionTarget
  readonly #server: FailingServer
  readonly #disk: Disk | undefined
  #isFailing = false

  private constructor(server: FailingServer, disk: Disk | undefined) {
    this.#server = server
    this.#disk = disk
    this.target = server.target
    this.db = connect(this.target, { connectionsMax: 10, onIdleError: () => undefined })
  }

  static async start(): Promise<DatabaseServer> {
    const disk = Disk.mount()
    return new DatabaseServer(await FailingServer.start(disk?.dir), disk)
  }

  /** Crashes the server. It recovers what was committed. */
  crash(): Promise<EndFault | undefined> {
    return this.#fail(async () => {
      await this.#server.crash()
      return () => this.#server.recover()
    })
  }

  /**
   * Fills the disk of the server: statements fail that need room, and one that needs a new file of
   * the log crashes the server. Where it has no disk of its own, it crashes at once.
   */
  fillDisk(random: Random): Promise<EndFault | undefined> {
    const disk = this.#disk
    if (!disk) return this.crash()
    return this.#fail(async () => {
      disk.fill(random.pick(ROOM_BYTES))
      return async () => {
        disk.empty()
        await this.#server.revive()
      }
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
    await this.#disk?.remove()
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
