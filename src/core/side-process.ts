import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MS_PER_MINUTE } from './time.ts'

/** The longest time that the process lives without work. */
const IDLE_MS_MAX = MS_PER_MINUTE
/** Serving partners comes first: of a busy core, this process gets a tenth. */
const NICE = 10

export interface SideProcessOptions {
  /**
   * `import.meta.url` of a file in the same directory as the program, in sources and builds alike.
   */
  readonly besideUrl: string
  /** The file of the program, without its extension. */
  readonly program: string
  /** The work of the process, as in "the process that hashes passwords has ended". */
  readonly does: string
  /** A process that works longer is killed. Undefined: no limit. */
  readonly workMsMax?: number
}

/**
 * A process that does work for this one and gives way to it. It is started when it is needed, ends
 * after a while without work, and gets no environment variables, because they have keys and tokens.
 */
export class SideProcess<Work extends object, Result> {
  readonly #options: SideProcessOptions
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(options: SideProcessOptions) {
    this.#options = options
  }

  /** Makes the process do one piece of work and returns the result. One call at a time. */
  async ask(work: Work): Promise<Result> {
    clearTimeout(this.#idle)
    const { workMsMax } = this.#options
    const child = (this.#child ??= this.#start())
    child.ref()
    child.channel?.ref()
    const killTimer =
      workMsMax === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), workMsMax)
    try {
      return await this.#resultOf(child, work)
    } finally {
      clearTimeout(killTimer)
      // An idle child does not keep this process alive, and ends with it.
      child.unref()
      child.channel?.unref()
      this.#idle = setTimeout(() => this.#end(child), IDLE_MS_MAX).unref()
    }
  }

  #resultOf(child: ChildProcess, work: Work): Promise<Result> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null, signal: string | null): void =>
        reject(new Error(`the process that ${this.#options.does} has ended: ${signal ?? code}`))
      child.once('exit', onExit)
      child.once('error', reject)
      child.once('message', (result) => {
        child.off('exit', onExit)
        child.off('error', reject)
        resolve(result as Result)
      })
      child.send(work, (error) => {
        if (error) reject(error)
      })
    })
  }

  #start(): ChildProcess {
    const { besideUrl, program } = this.#options
    const isCompiled = besideUrl.endsWith('.js')
    const child = fork(
      fileURLToPath(new URL(`./${program}${isCompiled ? '.js' : '.ts'}`, besideUrl)),
      {
        env: {},
        execArgv: isCompiled ? [] : ['--import', compilerUrl()],
        serialization: 'advanced',
      },
    )
    // Set at once, because the start itself takes a while.
    const priority = Math.min(getPriority() + NICE, constants.priority.PRIORITY_LOW)
    if (child.pid !== undefined) setPriority(child.pid, priority)
    const forget = (): void => this.#forget(child)
    child.once('exit', forget)
    child.on('error', forget)
    return child
  }

  #end(child: ChildProcess): void {
    this.#forget(child)
    if (child.connected) child.disconnect()
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined
  }
}

/** From the sources, as in development, a process first loads the compiler. */
function compilerUrl(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
}
