import { Client } from 'pg'
import type { BundledServer } from '../../src/db/bundled/server.ts'

type Target = Pick<BundledServer, 'host' | 'port' | 'user' | 'database'>

export async function connectTo({ host, port, user, database }: Target): Promise<Client> {
  const client = new Client({ host, port, user, database })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function query(target: Target | undefined, statement: string): Promise<unknown[]> {
  if (!target) throw new Error('the server did not start')
  const client = await connectTo(target)
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
