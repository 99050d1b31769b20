import { parentPort, type MessagePort } from 'node:worker_threads'
import type { FilePart } from '../csv/mod.ts'
import type { Sealing } from '../inventory/mod.ts'
import { ChunkReader } from './chunk-reader.ts'
import type { StockedProduct } from './import-line.ts'
import type { FilePlace } from './import-work.ts'

/** The entry of the thread that reads imports. Each import has a port of its own. */
export interface NewFile {
  readonly port: MessagePort
  readonly product: StockedProduct
}

/** A call of the method of `ChunkReader` that `kind` names. */
export type ThreadRequest =
  | { readonly kind: 'skip'; readonly part: FilePart; readonly place: FilePlace }
  | { readonly kind: 'begin'; readonly sealing: Sealing }
  | { readonly kind: 'read'; readonly part: FilePart; readonly now: number }
  | {
      readonly kind: 'sealAgain'
      readonly chunkNo: number
      readonly isWanted: Uint8Array
      readonly now: number
    }

export type ThreadResult = { readonly result: unknown } | { readonly fault: unknown }

parentPort?.on('message', ({ port, product }: NewFile) => {
  const file = new ChunkReader(product)
  port.on('message', (request: ThreadRequest) => port.postMessage(resultOf(file, request)))
})

function resultOf(file: ChunkReader, request: ThreadRequest): ThreadResult {
  try {
    return { result: call(file, request) }
  } catch (fault) {
    return { fault }
  }
}

function call(file: ChunkReader, request: ThreadRequest): unknown {
  switch (request.kind) {
    case 'skip':
      return file.skip(request.part, request.place)
    case 'begin':
      return file.begin(request.sealing)
    case 'read':
      return file.read(request.part, request.now)
    case 'sealAgain':
      return file.sealAgain(request.chunkNo, request.isWanted, request.now)
  }
}
