import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../src/settings/config.ts'
import { createLog } from '../../src/http/mod.ts'
import { startPostgres, type Postgres } from '../../src/process/postgres.ts'
import { eventually } from '../support/eventually.ts'
import { withClient } from '../support/with-client.ts'
import { killPostgres, logs, replacePostgres } from './fail-postgres.ts'
import { makeInstallation, type Installation, type LogLine } from './service-process.ts'

const ENDED_BY_ITSELF = 'PostgreSQL ended by itself; it is started again'

test('a data directory too deep for a socket: PostgreSQL is started again; stopping it then ends it', async () => {
  const deep = join(...Array.from({ length: 12 }, () => 'a-directory-deep-down'))
  const installation = makeInstallation({ below: deep })
  const { postgres, log } = await openPostgres(installation)

  await replacePostgres(installation.postmaster)
  await eventually(() => withClient(postgres.target, (client) => client.query('select')))

  expect(killPostgres(installation.postmaster)).toBeDefined()
  await logs(log, ENDED_BY_ITSELF, 2)
  await postgres.stop()
  expect(installation.postmaster()).toBeUndefined()
})

test('if PostgreSQL keeps ending, the service stops restarting it', async () => {
  const installation = makeInstallation()
  const { postgres, log } = await openPostgres(installation)
  const lost: Error[] = []
  void postgres.lost.then((error) => lost.push(error))

  await eventually(() => {
    killPostgres(installation.postmaster)
    expect(lost).toEqual([new Error('PostgreSQL keeps ending')])
  })

  expect(log.filter(({ msg }) => msg === ENDED_BY_ITSELF)).toHaveLength(6)
})

/** Starts the PostgreSQL of an installation in this process. */
async function openPostgres({
  dataDir,
}: Installation): Promise<{ postgres: Postgres; log: readonly LogLine[] }> {
  const log: LogLine[] = []
  const stream = { write: (line: string) => void log.push(JSON.parse(line)) }
  const config = { ...loadConfig({}), dataDir }
  const postgres = await startPostgres(config, createLog('info', stream))
  onTestFinished(() => postgres.stop())
  return { postgres, log }
}
