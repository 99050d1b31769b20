import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

const PROCESSES = join(import.meta.dirname, '../processes')

/** A process of the bench that answers messages, one at a time. */
export class Child {
  readonly #child: ChildProcess

  /** `name` is its file in bench/processes. */
  constructor(name: string) {
    this.#child = fork(join(PROCESSES, `${name}.ts`), { execArgv: ['--import', 'tsx'] })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  ask<Answer>(message: object | string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => {
        reject(new Error(`a process of the bench ended with ${code}`))
      }
      this.#child.once('exit', onExit)
      this.#child.once('message', (answer) => {
        this.#child.off('exit', onExit)
        resolve(answer as Answer)
      })
      this.#child.send(message)
    })
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill()
    await ended
  }
}
