import type pg from 'pg'
import { compile, type Statement } from './sql.ts'

const gathering = new WeakSet<pg.PoolClient>()

/**
 * Sends a statement behind those before it, without waiting for their answers. What is sent in one
 * turn of the event loop leaves in one packet.
 */
export async function send<Row>(client: pg.PoolClient, statement: Statement<Row>): Promise<Row[]> {
  gather(client)
  const result = await client.query(compile(statement))
  return result.rows as Row[]
}

/** As `send`, for a text of one statement without parameters. */
export function sendText(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
  gather(client)
  return client.query(text)
}

function gather(client: pg.PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => {
    gathering.delete(client)
    stream.uncork()
  })
}
