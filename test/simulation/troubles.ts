import { Random } from '../faults/chaos-random.ts'
import type { Member } from './member.ts'
import { SERVER_FAULTS, type Fault, type FaultStep } from './script.ts'
import type { Scene } from './scene.ts'

/** Nothing succeeds meanwhile, and each step waits for its client's patience. */
const SERVER_STEPS_MAX = 5

/** Faults that are under way, and the steps at which they end. */
export class Troubles {
  readonly #scene: Scene
  readonly #ends: { readonly at: number; end(): unknown }[] = []

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Ends the faults that are over by this step. */
  async pass(step: number): Promise<void> {
    const over = this.#ends.filter(({ at }) => at <= step)
    for (const one of over) this.#ends.splice(this.#ends.indexOf(one), 1)
    for (const { end } of over) await end()
  }

  async end(): Promise<void> {
    await this.pass(Infinity)
  }

  async strike({ fault, at, steps, draw }: FaultStep, step: number): Promise<void> {
    const { members } = this.#scene.cluster
    const member = members[at % members.length]
    if (!member) return
    this.#scene.struck.push(fault)
    const end = await this.#begin(fault, member, new Random(draw))
    const most = SERVER_FAULTS.includes(fault) ? SERVER_STEPS_MAX : steps
    if (end) this.#ends.push({ at: step + Math.min(steps, most), end })
  }

  /** Returns a function that ends the fault, if it does not end by itself. */
  async #begin(fault: Fault, member: Member, random: Random): Promise<(() => unknown) | undefined> {
    switch (fault) {
      case 'kill':
        await member.kill()
        // It starts while the next steps run.
        return () => void member.restart(random).catch(() => undefined)
      case 'freeze':
        member.freeze()
        return () => member.thaw()
      case 'cut database':
        return member.database.trouble('cut')
      case 'slow database':
        return member.database.trouble('slow')
      case 'lose commits':
        return this.#loseCommits(random)
      case 'trouble requests':
        member.trouble(random)
        return () => member.trouble(undefined)
      case 'trouble receiver':
        this.#scene.receiver.trouble(random)
        return () => this.#scene.receiver.trouble(undefined)
      case 'trouble mails':
        this.#scene.mails.trouble(random)
        return () => this.#scene.mails.trouble(undefined)
      case 'trouble suppliers':
        // Purchases are few, so it lasts until all is calm.
        this.#scene.suppliers.trouble(random)
        return undefined
      case 'lose power':
        return this.#losePower(random)
      case 'crash database':
        return this.#scene.cluster.server?.crash()
      case 'fill disk':
        return this.#scene.cluster.server?.fillDisk(random)
      case 'fail over':
        return this.#scene.cluster.server?.failOver()
      case 'end sessions':
        await this.#scene.cluster.endSessions(random)
        return undefined
    }
  }

  /** The proxies of all processes break connections to the database at COMMIT. */
  #loseCommits(random: Random): () => void {
    const { members } = this.#scene.cluster
    const ends = members.map(({ database }) => database.trouble('lose commits', random))
    return () => ends.forEach((end) => end())
  }

  /** All processes end while an event is on its way to its receiver, and start again. */
  #losePower(random: Random): () => Promise<void> {
    const { cluster, receiver } = this.#scene
    return receiver.atNextDelivery(async () => {
      await Promise.all(cluster.members.map((member) => member.kill()))
      // They start while the next steps run.
      for (const member of cluster.members) void member.restart(random).catch(() => undefined)
    })
  }
}
