import pg from 'pg'

/** Runs `act` on a connection of its own. */
export async function withClient<T>(
  target: pg.ClientConfig,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(target)
  // The end of the server is reported by the statement that it interrupts, if any.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
