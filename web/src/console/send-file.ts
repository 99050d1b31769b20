import { ApiError } from '../api/api-error.ts'
import type { Fault, ImportedCodes } from '../api/operator-operations.ts'

/** Sends a file as a stream, which the generated client does not do. Throws an `ApiError`. */
export async function sendFile(url: string, file: File): Promise<ImportedCodes> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-tessera-csrf': '1' },
    body: file,
  })
  const body = (await response.json()) as { data: ImportedCodes; error?: Fault }
  if (!response.ok) throw new ApiError(response, body.error)
  return body.data
}
