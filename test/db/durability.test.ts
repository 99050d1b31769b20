import { expect, onTestFinished, test } from 'vitest'
import { connect, requireSession, sql, type ConnectionTarget } from '../../src/db/mod.ts'
import { eventually } from '../support/eventually.ts'
import { startOwnServer, type OwnServer } from '../support/own-server.ts'
import { startService } from '../support/service.ts'

const RELOAD = 'select pg_reload_conf()'

function connectTo(target: ConnectionTarget) {
  const db = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  onTestFinished(() => db.close())
  return db
}

async function set(server: OwnServer, fixture: string, value: string): Promise<void> {
  await server.execute(`alter system set ${fixture} = ${value}`)
  await server.execute(RELOAD)
}

test('COMMIT waits until it is durable, whatever the server’s settings', async () => {
  const server = await startOwnServer()
  const before = connectTo(server.target)
  const asked = sql<{ set: string }>`select current_setting('synchronous_commit') as set`
  expect(await before.rows(asked)).toEqual([{ set: 'on' }])

  for (const weaker of ['off', 'local', 'remote_write']) {
    await set(server, 'synchronous_commit', weaker)
    await eventually(async () => {
      const session = connect(server.target, { connectionsMax: 1, onIdleError: () => undefined })
      const [row] = await session.rows(
        sql<{ others: string }>`
          select reset_val as others from pg_settings where name = 'synchronous_commit'`,
      )
      const [own] = await session.rows(asked)
      await session.close()
      expect([row?.others, own?.set]).toEqual([weaker, 'on'])
    })
    expect(await before.rows(asked)).toEqual([{ set: 'on' }])
  }
})

test('a server whose COMMIT waits for standbys keeps that setting', async () => {
  const server = await startOwnServer()
  await server.execute('alter database postgres set synchronous_commit = remote_apply')

  const [row] = await connectTo(server.target).rows(
    sql<{ set: string }>`select current_setting('synchronous_commit') as set`,
  )
  expect(row).toEqual({ set: 'remote_apply' })
})

test.each(['fsync', 'full_page_writes'])(
  'a server with %s off is refused, in one line that names it and the remedy',
  async (fixture) => {
    const server = await startOwnServer()
    await set(server, fixture, 'off')

    await eventually(() =>
      expect(requireSession(connectTo(server.target))).rejects.toThrow(
        new RegExp(
          `^DATABASE_URL must [^\\n]* ${fixture} [^\\n]* alter system set ${fixture} = on`,
        ),
      ),
    )
  },
)

test('if fsync is turned off at run time, ready, the log and an alert say so until it is on again', async () => {
  const server = await startOwnServer()
  const { http, admin, logged } = await startService({
    connectThrough: () => Promise.resolve(server.target),
  })
  const ready = () => http.send({ method: 'GET', target: '/health/ready' })
  const alerts = async () => (await admin.get('/admin/v1/alerts?state=open')).body.data
  const notReady = () => logged.filter((line) => line.includes('not ready: fsync'))
  expect((await ready()).status).toBe(200)

  await set(server, 'fsync', 'off')
  await eventually(async () => expect((await ready()).status).toBe(503))
  expect((await ready()).body).toEqual({
    status: 'database not durable',
    reason: expect.stringMatching(/^fsync .* alter system set fsync = on/),
  })
  await eventually(async () => {
    expect(await alerts()).toMatchObject([
      { kind: 'durability_off', subject: 'fsync', severity: 'critical' },
    ])
  })
  expect(notReady()).toHaveLength(1)

  await set(server, 'fsync', 'on')
  await eventually(async () => expect((await ready()).status).toBe(200))
  await eventually(async () => expect(await alerts()).toEqual([]))
})

test('synchronous_commit off raises an alert only, because sessions override it', async () => {
  const server = await startOwnServer()
  const { http, admin } = await startService({
    connectThrough: () => Promise.resolve(server.target),
  })

  await set(server, 'synchronous_commit', 'off')
  await eventually(async () => {
    expect((await admin.get('/admin/v1/alerts?state=open')).body.data).toMatchObject([
      { kind: 'durability_off', subject: 'synchronous_commit', severity: 'warning' },
    ])
  })
  expect((await http.send({ method: 'GET', target: '/health/ready' })).status).toBe(200)
})
