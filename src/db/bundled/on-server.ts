import { Client, type ClientConfig } from 'pg'

/** Calls `work` with a session on a bundled server, which may end meanwhile. */
export async function onServer<T>(
  config: ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = newClient(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A client whose server may end: the statement that this interrupts reports it, if any. */
export function newClient(config: ClientConfig): Client {
  const client = new Client(config)
  client.on('error', () => undefined)
  return client
}
