import pg from 'pg'

/** Runs `act` on a connection of its own. */
export async function withClient<T>(
  target: pg.ClientConfig,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(target)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
