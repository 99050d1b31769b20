import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PasswordAnswer, PasswordWork } from './password-work.ts'

/** How long the process lives without work: it has some 60 MB. */
const IDLE_MS_MAX = 60_000
/** Whoever serves partners comes first: of a busy core, this process gets a tenth. */
const NICE = 10

/** The one process of this service that hashes passwords, while there is something to do. */
let child: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined

/**
 * Has the process do one piece of work, and starts it if it does not run. One at a time: the caller
 * waits for the answer.
 */
export async function askPasswordProcess(work: PasswordWork): Promise<PasswordAnswer> {
  clearTimeout(idle)
  const asked = (child ??= start())
  asked.ref()
  asked.channel?.ref()
  try {
    return await new Promise<PasswordAnswer>((resolve, reject) => {
      const ended = (code: number | null, signal: string | null): void =>
        reject(new Error(`the process that hashes passwords has ended: ${signal ?? code}`))
      asked.once('exit', ended)
      asked.once('error', reject)
      asked.once('message', (answer: PasswordAnswer) => {
        asked.off('exit', ended)
        asked.off('error', reject)
        resolve(answer)
      })
      asked.send(work, (error) => {
        if (error) reject(error)
      })
    })
  } finally {
    // An idle one keeps no process alive, and ends with it.
    asked.unref()
    asked.channel?.unref()
    idle = setTimeout(() => end(asked), IDLE_MS_MAX).unref()
  }
}

/** Without the environment, which has keys and tokens. */
function start(): ChildProcess {
  const isCompiled = import.meta.url.endsWith('.js')
  const entry = new URL(`./password-process${isCompiled ? '.js' : '.ts'}`, import.meta.url)
  const compiler = isCompiled ? [] : ['--import', compilerUrl()]
  const started = fork(fileURLToPath(entry), { env: {}, execArgv: compiler })
  // At once, as it takes a while to start.
  const priority = Math.min(getPriority() + NICE, constants.priority.PRIORITY_LOW)
  if (started.pid !== undefined) setPriority(started.pid, priority)
  const forget = (): void => {
    if (child === started) child = undefined
  }
  started.once('exit', forget)
  started.on('error', forget)
  return started
}

/** From the sources, as in development and tests, a process first loads the compiler. */
function compilerUrl(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
}

function end(idling: ChildProcess): void {
  if (child === idling) child = undefined
  if (idling.connected) idling.disconnect()
}
