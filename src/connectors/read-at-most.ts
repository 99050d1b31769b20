/** Returns the bytes of a stream. Throws `fault` once there are more than `bytesMax`. */
export async function readAtMost(
  stream: AsyncIterable<Uint8Array>,
  bytesMax: number,
  fault: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(fault)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
