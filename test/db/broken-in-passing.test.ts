import { connect as connectTo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { connect, sql, transact, type ConnectionTarget, type Database } from '../../src/db/mod.ts'
import { freshDatabase } from '../support/database.ts'

/** The message to a session that the server ends: an ErrorResponse with these fields. */
const FIELDS = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection', ''].join('\0')
const SESSION_ENDED = message('E', Buffer.from(`${FIELDS}\0`))
/** ReadyForQuery, idle: the last message of a greeting. */
const READY = message('Z', Buffer.from('I'))

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

test('a session that ends while it is handed over is replaced, and the process runs on', async () => {
  const db = await poolBehind({ endsFirst: true })

  const rows = await transact(db, (tx) => tx.rows<{ one: number }>(sql`select 1 as one`))

  expect(rows).toEqual([{ one: 1 }])
})

test('a connection that breaks without an error listener does not end the process', async () => {
  const db = await poolBehind({ endsFirst: false })
  const client = await db.pool.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))

  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
  await ended

  await expect(client.query('select 1')).rejects.toThrow('not queryable')
  client.release(true)
})

/** A pool on a fresh database; the first session may be ended together with its greeting. */
async function poolBehind({ endsFirst }: { endsFirst: boolean }): Promise<Database> {
  const database = await freshDatabase()
  closing.push(() => database.drop())
  const target = await startRelay(database.target, endsFirst)
  const db = connect(target, { connectionsMax: 2, onIdleError: () => undefined })
  closing.push(() => db.close())
  return db
}

async function startRelay(target: ConnectionTarget, endsFirst: boolean): Promise<ConnectionTarget> {
  if (!('host' in target)) throw new Error('tests run on a server of their own')
  let isFirst = endsFirst
  const relay = createServer({ noDelay: true }, (client) => {
    const server = connectTo(`${target.host}/.s.PGSQL.${target.port}`)
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    client.pipe(server)
    if (isFirst) endWithGreeting(server, client)
    else server.pipe(client)
    isFirst = false
  })
  const port = await new Promise<number>((resolve) => {
    relay.listen(0, '127.0.0.1', () => {
      const address = relay.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  closing.push(() => new Promise((resolve) => relay.close(resolve)))
  return { ...target, host: '127.0.0.1', port }
}

/** Sends the greeting and the error in one chunk, as a busy client reads them. */
function endWithGreeting(server: Socket, client: Socket): void {
  server.on('data', (data) => {
    if (data.subarray(-READY.length).equals(READY)) client.end(Buffer.concat([data, SESSION_ENDED]))
    else client.write(data)
  })
}

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(length.length + body.length)
  return Buffer.concat([Buffer.from(type), length, body])
}
