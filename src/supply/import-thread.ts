import { parentPort, type MessagePort } from 'node:worker_threads'
import { FileImport } from './file-import.ts'
import type { ImportWork, PieceInfo } from './import-work.ts'

/**
 * Entry of the thread that reads imports, so that the one that answers partners stays free. Each
 * import has a port of its own, on which every request is answered, in order.
 */
export interface NewImport {
  readonly port: MessagePort
  readonly work: ImportWork
}

export type ThreadRequest =
  | { readonly kind: 'read'; readonly piece: Uint8Array; readonly info: PieceInfo }
  | {
      readonly kind: 'seal'
      readonly chunkNo: number
      readonly isWanted: Uint8Array
      readonly now: number
    }

export type ThreadAnswer = { readonly answer: object } | { readonly fault: unknown }

parentPort?.on('message', ({ port, work }: NewImport) => {
  const file = new FileImport(work)
  const answerTo = (request: ThreadRequest): object =>
    request.kind === 'read'
      ? file.read(request.piece, request.info)
      : file.sealAgain(request.chunkNo, request.isWanted, request.now)
  port.on('message', (request: ThreadRequest) => port.postMessage(caught(answerTo, request)))
})

function caught(
  answerTo: (request: ThreadRequest) => object,
  request: ThreadRequest,
): ThreadAnswer {
  try {
    return { answer: answerTo(request) }
  } catch (fault) {
    return { fault }
  }
}
