import { pathToFileURL } from 'node:url'
import { drawDocument } from './draw-document.ts'
import type { DrawResult } from './print-document.ts'
import type { PrintedDocument } from './printed-document.ts'

/** The entry of the process that draws documents, one after the other. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) serve()

function serve(): void {
  // A terminal signals all its processes. This one ends when the service closes the channel.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', (document: PrintedDocument) => {
    void resultOf(document).then((result) => process.send?.(result))
  })
}

async function resultOf(document: PrintedDocument): Promise<DrawResult> {
  try {
    return { pdf: await drawDocument(document) }
  } catch (fault) {
    return { fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) }
  }
}
