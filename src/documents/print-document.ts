import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MS_PER_MINUTE, Refusal } from '../core/mod.ts'
import type { PrintedDocument } from './printed-document.ts'

/** What the process that draws responds to one document. */
export type DrawResult = { readonly pdf: Uint8Array } | { readonly fault: string }

/** How long the process lives without work. */
const IDLE_MS_MAX = MS_PER_MINUTE
/** A document takes a second or two. One that hangs must not block those behind it. */
const DRAWING_MS_MAX = MS_PER_MINUTE
/** Whoever serves partners comes first: of a busy core, this process gets a tenth. */
const NICE = 10
/** Documents that wait are in memory. */
const WAITING_MAX = 8
const RETRY_AFTER_SECONDS = 5

/** The one process of this service that draws documents, while there is something to do. */
let child: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a document as PDF, one after the other, in a process of its own that is started when it is
 * needed. Refuses overloaded if too many wait.
 */
export async function printDocument(document: PrintedDocument): Promise<Uint8Array> {
  if (waiting >= WAITING_MAX) {
    throw new Refusal('overloaded', 'too many documents are being made; try again', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
  waiting += 1
  const drawn = last.then(() => draw(document))
  last = drawn.catch(() => undefined)
  try {
    return await drawn
  } finally {
    waiting -= 1
  }
}

async function draw(document: PrintedDocument): Promise<Uint8Array> {
  clearTimeout(idle)
  const drawer = (child ??= start())
  drawer.ref()
  drawer.channel?.ref()
  const hanging = setTimeout(() => drawer.kill('SIGKILL'), DRAWING_MS_MAX)
  try {
    const result = await resultOf(drawer, document)
    if ('pdf' in result) return result.pdf
    throw new Error(`a document cannot be drawn: ${result.fault}`)
  } finally {
    clearTimeout(hanging)
    // An idle one keeps no process alive, and ends with it.
    drawer.unref()
    drawer.channel?.unref()
    idle = setTimeout(() => end(drawer), IDLE_MS_MAX).unref()
  }
}

function resultOf(drawer: ChildProcess, document: PrintedDocument): Promise<DrawResult> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null): void =>
      reject(new Error(`the process that draws documents has ended: ${signal ?? code}`))
    drawer.once('exit', ended)
    drawer.once('error', reject)
    drawer.once('message', (result: DrawResult) => {
      drawer.off('exit', ended)
      drawer.off('error', reject)
      resolve(result)
    })
    drawer.send(document, (error) => {
      if (error) reject(error)
    })
  })
}

/** Without the environment, which has keys and tokens. */
function start(): ChildProcess {
  const isCompiled = import.meta.url.endsWith('.js')
  const entry = new URL(`./document-process${isCompiled ? '.js' : '.ts'}`, import.meta.url)
  const started = fork(fileURLToPath(entry), {
    env: {},
    execArgv: isCompiled ? [] : ['--import', compilerUrl()],
    serialization: 'advanced',
  })
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
