/** The longest field of an export; a longer one is not from the service. */
const FIELD_LENGTH_MAX = 1_048_576

/** Yields the rows of a CSV (RFC 4180) as they arrive. Throws if it ends within a field. */
export async function* csvRows(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string[]> {
  if (!body) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let [row, field]: [string[], string] = [[], '']
  // after: a quote within quotes, which ends the field unless another one follows.
  let state: 'plain' | 'quoted' | 'after' = 'plain'
  try {
    for (;;) {
      const { done, value } = await reader.read()
      for (const letter of decoder.decode(value, { stream: !done })) {
        if (state === 'quoted') {
          if (letter === '"') state = 'after'
          else field += letter
        } else if (letter === '"') {
          if (state === 'after') field += letter
          state = 'quoted'
        } else if (letter === ',' || letter === '\n') {
          row.push(field)
          ;[field, state] = ['', 'plain']
          if (letter === ',') continue
          yield row
          row = []
        } else if (letter !== '\r') field += letter
        if (field.length > FIELD_LENGTH_MAX) throw new Error('a field of the CSV is too long')
      }
      if (done) break
    }
  } finally {
    await reader.cancel()
  }
  if (row.length > 0 || field !== '' || state !== 'plain') throw new Error('the CSV is not whole')
}
