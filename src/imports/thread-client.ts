import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { FilePart } from '../csv/mod.ts'
import type { SealedBlocks, Sealing } from '../inventory/mod.ts'
import { ChunkReader } from './chunk-reader.ts'
import type { StockedProduct } from './import-line.ts'
import type { NewFile, ThreadResult, ThreadRequest } from './import-thread.ts'
import type { FilePlace, SkippedPart, ReadChunk } from './import-work.ts'

/** A `ChunkReader` in this thread or in the thread for imports. */
export interface ChunkReading {
  /** Transfers the bytes of the part: the caller cannot use them afterwards. */
  skip(part: FilePart, place: FilePlace): Promise<SkippedPart>
  begin(sealing: Sealing): Promise<void>
  /** Transfers the bytes of the part: the caller cannot use them afterwards. */
  read(part: FilePart, now: number): Promise<ReadChunk>
  sealAgain(chunkNo: number, isWanted: Uint8Array, now: number): Promise<SealedBlocks>
  end(): void
}

/** The time that a thread without an import lives. */
const IDLE_MS_MAX = 10_000

interface Thread {
  readonly worker: Worker
  imports: number
  idle?: NodeJS.Timeout
  fault?: unknown
}

/** The one thread of this process for imports. Concurrent imports alternate in it, part by part. */
let thread: Thread | undefined

/** Reads a small file in this thread. */
export function readHere(product: StockedProduct): ChunkReading {
  const file = new ChunkReader(product)
  return {
    skip: async (...parts) => file.skip(...parts),
    begin: async (sealing) => file.begin(sealing),
    read: async (...parts) => file.read(...parts),
    sealAgain: async (...parts) => file.sealAgain(...parts),
    end: () => undefined,
  }
}

/** Reads a file in the thread for imports, and starts it if it does not run. */
export function readInThread(product: StockedProduct): ChunkReading {
  const { port1: port, port2 } = new MessageChannel()
  const importThread = useThread()
  const begin: NewFile = { port: port2, product }
  importThread.worker.postMessage(begin, [port2])
  const requests = new Requests(port, importThread)
  return {
    skip: (part, place) =>
      requests.ask<SkippedPart>({ kind: 'skip', part, place }, [part.bytes.buffer]),
    begin: (sealing) => requests.ask<void>({ kind: 'begin', sealing }),
    read: (part, now) => requests.ask<ReadChunk>({ kind: 'read', part, now }, [part.bytes.buffer]),
    sealAgain: (chunkNo, isWanted, now) =>
      requests.ask<SealedBlocks>({ kind: 'sealAgain', chunkNo, isWanted, now }),
    end() {
      port.close()
      leaveThread(importThread)
    },
  }
}

/** Requests to the thread. Responses arrive in the order of the requests. */
class Requests {
  readonly #port: MessagePort
  readonly #waiting: { resolve(result: unknown): void; reject(fault: unknown): void }[] = []
  /** The error of every request once the thread has ended. */
  #endError: Error | undefined

  constructor(port: MessagePort, importThread: Thread) {
    this.#port = port
    port.on('message', (result: ThreadResult) => {
      const waiting = this.#waiting.shift()
      if ('result' in result) waiting?.resolve(result.result)
      else waiting?.reject(result.fault)
    })
    port.on('close', () => {
      const cause = importThread.fault
      const endError = new Error('the thread that reads imports has ended', { cause })
      this.#endError = endError
      for (const { reject } of this.#waiting.splice(0)) reject(endError)
    })
  }

  ask<Result>(request: ThreadRequest, transfers: readonly ArrayBuffer[] = []): Promise<Result> {
    if (this.#endError) return Promise.reject(this.#endError)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: (result) => resolve(result as Result), reject })
      this.#port.postMessage(request, [...transfers])
    })
  }
}

function useThread(): Thread {
  thread ??= startThread()
  clearTimeout(thread.idle)
  thread.imports += 1
  return thread
}

function leaveThread(importThread: Thread): void {
  importThread.imports -= 1
  if (importThread.imports > 0) return
  importThread.idle = setTimeout(() => {
    if (thread === importThread) thread = undefined
    void importThread.worker.terminate()
  }, IDLE_MS_MAX).unref()
}

function startThread(): Thread {
  const worker = new Worker(entryOfThread())
  const newThread: Thread = { worker, imports: 0 }
  // Waiting requests are rejected with this fault when their port closes.
  worker.on('error', (fault) => {
    newThread.fault = fault
  })
  worker.once('exit', () => {
    if (thread === newThread) thread = undefined
  })
  // The port of an import keeps the process alive; an idle thread does not.
  worker.unref()
  return newThread
}

/** From the sources, as in development, a thread first loads the compiler. */
function entryOfThread(): URL {
  const isCompiled = import.meta.url.endsWith('.js')
  const entry = new URL(`./import-thread${isCompiled ? '.js' : '.ts'}`, import.meta.url)
  if (isCompiled) return entry
  const compiler = createRequire(import.meta.url).resolve('tsx/esm/api')
  const api = new URL('./index.mjs', pathToFileURL(compiler)).href
  const code = `import { register } from '${api}'; register(); await import('${entry.href}')`
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}
