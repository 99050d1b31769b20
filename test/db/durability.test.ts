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

async function set(server: OwnServer, setting: string, value: string): Promise<void> {
  await server.execute(`alter system set ${setting} = ${value}`)
  await server.execute(RELOAD)
}

test('COMMIT waits until it is durable, whatever the server’s settings; remote_apply is kept', async () => {
  const server = await startOwnServer()
  const before = connectTo(server.target)
  const statement = sql<{ set: string }>`select current_setting('synchronous_commit') as set`
  expect(await before.rows(statement)).toEqual([{ set: 'on' }])

  for (const weaker of ['off', 'local', 'remote_write']) {
    await set(server, 'synchronous_commit', weaker)
    await eventually(async () => {
      const session = connect(server.target, { connectionsMax: 1, onIdleError: () => undefined })
      const [row] = await session.rows(
        sql<{ others: string }>`
          select reset_val as others from pg_settings where name = 'synchronous_commit'`,
      )
      const [own] = await session.rows(statement)
      await session.close()
      expect([row?.others, own?.set]).toEqual([weaker, 'on'])
    })
    expect(await before.rows(statement)).toEqual([{ set: 'on' }])
  }

  await server.execute('alter database postgres set synchronous_commit = remote_apply')
  expect(await connectTo(server.target).rows(statement)).toEqual([{ set: 'remote_apply' }])
})

test('a server with fsync or full_page_writes off is refused, in one line that names it and the remedy', async () => {
  const server = await startOwnServer()
  for (const setting of ['fsync', 'full_page_writes']) {
    await set(server, setting, 'off')
    await eventually(() =>
      expect(requireSession(connectTo(server.target))).rejects.toThrow(
        new RegExp(
          `^DATABASE_URL must [^\\n]* ${setting} [^\\n]* alter system set ${setting} = on`,
        ),
      ),
    )
    await set(server, setting, 'on')
  }
})

test('a setting that is turned off later raises an alert; fsync off also ends readiness', async () => {
  const server = await startOwnServer()
  const { http, admin, logged } = await startService({
    connectThrough: () => Promise.resolve(server.target),
  })
  const ready = () => http.send({ method: 'GET', target: '/health/ready' })
  const alerts = async () => (await admin.get('/admin/v1/alerts?state=open')).body.data
  const notReady = () => logged.filter((line) => line.includes('not ready: fsync'))
  const commit = { kind: 'durability_off', subject: 'synchronous_commit', severity: 'warning' }
  const fsync = { kind: 'durability_off', subject: 'fsync', severity: 'critical' }
  expect((await ready()).status).toBe(200)

  await set(server, 'synchronous_commit', 'off')
  await eventually(async () => expect(await alerts()).toMatchObject([commit]))
  expect((await ready()).status).toBe(200)

  await server.execute('alter system set synchronous_commit = on')
  await set(server, 'fsync', 'off')
  await eventually(async () => expect((await ready()).status).toBe(503))
  expect((await ready()).body).toEqual({
    status: 'database not durable',
    reason: expect.stringMatching(/^fsync .* alter system set fsync = on/),
  })
  await eventually(async () => expect(await alerts()).toMatchObject([fsync]))
  expect(notReady()).toHaveLength(1)

  await set(server, 'fsync', 'on')
  await eventually(async () => expect((await ready()).status).toBe(200))
  await eventually(async () => expect(await alerts()).toEqual([]))
})
