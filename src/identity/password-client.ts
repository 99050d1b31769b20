import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MS_PER_MINUTE } from '../core/mod.ts'
import type { PasswordResult, PasswordWork } from './password-work.ts'

/** How long the process lives without work: it has some 60 MB. */
const IDLE_MS_MAX = MS_PER_MINUTE
/** Whoever serves partners comes first: of a busy core, this process gets a tenth. */
const NICE = 10

/** The one process of this service that hashes passwords, while there is something to do. */
let child: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined

/**
 * Has the process do one piece of work, and starts it if it does not run. One at a time: the caller
 * waits for the answer.
 */
export async function askPasswordProcess(work: PasswordWork): Promise<PasswordResult> {
  clearTimeout(idle)
  const hashProcess = (child ??= start())
  hashProcess.ref()
  hashProcess.channel?.ref()
  try {
    return await new Promise<PasswordResult>((resolve, reject) => {
      const ended = (code: number | null, signal: string | null): void =>
        reject(new Error(`the process that hashes passwords has ended: ${signal ?? code}`))
      hashProcess.once('exit', ended)
      hashProcess.once('error', reject)
      hashProcess.once('message', (result: PasswordResult) => {
        hashProcess.off('exit', ended)
        hashProcess.off('error', reject)
        resolve(result)
      })
      hashProcess.send(work, (error) => {
        if (error) reject(error)
      })
    })
  } finally {
    // An idle one keeps no process alive, and ends with it.
    hashProcess.unref()
    hashProcess.channel?.unref()
    idle = setTimeout(() => end(hashProcess), IDLE_MS_MAX).unref()
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
