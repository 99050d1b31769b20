/**
 * Returns the response with a body that fails if nothing arrives for this time while it is read.
 * The time that its reader takes does not count.
 */
export function limitIdle(response: Response, idleMsMax: number): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await inTime(reader.read(), idleMsMax)
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.error(error)
        await reader.cancel(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, response)
}

async function inTime<T>(read: Promise<T>, idleMsMax: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`nothing arrived for ${idleMsMax} ms`)
    timer = setTimeout(() => reject(error), idleMsMax)
  })
  try {
    return await Promise.race([read, late])
  } finally {
    clearTimeout(timer)
  }
}
