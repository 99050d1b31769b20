/** Returns the bytes of a stream. Throws `fault` once there are more than `bytesMax`. */
export async function readAtMost(
  stream: AsyncIterable<unknown>,
  bytesMax: number,
  fault: string,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const part = Buffer.from(chunk as Uint8Array)
    bytes += part.length
    if (bytes > bytesMax) throw new Error(fault)
    chunks.push(part)
  }
  return Buffer.concat(chunks)
}
