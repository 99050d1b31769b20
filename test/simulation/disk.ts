import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { quickDirectory } from '../support/quick-directory.ts'

const BYTES = 3 * 2 ** 30
/** The server may write while the disk is being filled. */
const TRIES = 10

/** A small disk of its own, which can be full. */
export class Disk {
  readonly dir: string
  readonly #guard: ChildProcess

  private constructor(dir: string) {
    this.dir = dir
    // Its input ends when this process does, in whatever way.
    const script = 'read _; umount -l "$0" && rmdir "$0"'
    this.#guard = spawn('sh', ['-c', script, dir], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
  }

  /** Returns undefined where nobody may mount one, as only root of Linux may. */
  static mount(): Disk | undefined {
    const dir = mkdtempSync(join(quickDirectory(), 'tessera-disk-'))
    if (run('mount', ['-t', 'tmpfs', '-o', `size=${BYTES},mode=0711`, 'tessera', dir])) {
      return new Disk(dir)
    }
    rmdirSync(dir)
    return undefined
  }

  /** Leaves this much room. */
  fill(bytes: number): void {
    for (let once = 0; once < TRIES; once += 1) {
      const { blocks, bfree, bsize } = statfsSync(this.dir)
      if (this.#resize((blocks - bfree) * bsize + bytes)) return
    }
    throw new Error('the disk could not be filled')
  }

  empty(): void {
    if (!this.#resize(BYTES)) throw new Error('the disk got no room')
  }

  /** For the end: no file on it is in use any more. */
  async remove(): Promise<void> {
    const removed = new Promise((resolve) => this.#guard.once('exit', resolve))
    this.#guard.stdin?.end()
    await removed
  }

  #resize(bytes: number): boolean {
    return run('mount', ['-o', `remount,size=${bytes}`, this.dir])
  }
}

function run(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
