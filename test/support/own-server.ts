import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findBinaries } from '../../src/db/bundled/binaries.ts'
import { dirArgument, SUPERUSER } from '../../src/db/bundled/cluster.ts'
import { PROGRAM_ENVIRONMENT } from '../../src/db/bundled/run-program.ts'
import { serverUserOf } from '../../src/db/bundled/server-user.ts'
import { SOCKET_PORT } from '../../src/db/bundled/settings.ts'
import type { ConnectionTarget } from '../../src/db/mod.ts'
import { eventually } from './eventually.ts'
import { copyMigratedCluster } from './migrated-files.ts'
import { quickDirectory } from './quick-directory.ts'
import { withClient } from './with-client.ts'

/** A PostgreSQL server that is not the bundled one. Its settings can change while it runs. */
export interface OwnServer {
  readonly target: Extract<ConnectionTarget, { host: string }>
  /** Runs a statement as an administrator does, on a connection of its own. */
  execute(statement: string): Promise<void>
}

/** Starts a server with its own defaults in a directory of its own; both end with the test. */
export async function startOwnServer(): Promise<OwnServer> {
  const home = await mkdtemp(join(quickDirectory(), 'tessera-server-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const dir = join(home, 'postgres')
  const runAs = await serverUserOf(dir, () => undefined)
  const binaries = await findBinaries(home, runAs)
  copyMigratedCluster(dir)
  // The socket needs no password, because other users cannot enter its directory.
  await writeFile(join(dir, 'pg_hba.conf'), 'local all all trust\n')
  const target = { host: dir, port: SOCKET_PORT, user: SUPERUSER, database: 'postgres' }
  const execute = (statement: string) =>
    withClient(target, async (client) => void (await client.query(statement)))
  await launch(binaries.postgres, { home, dir, runAs })
  await eventually(() => execute('select'))
  return { target, execute }
}

async function launch(
  postgres: string,
  {
    home,
    dir,
    runAs,
  }: { home: string; dir: string; runAs: { uid: number; gid: number } | undefined },
): Promise<void> {
  await mkdir(join(home, 'logs'))
  const output = await open(join(home, 'logs/postgres.log'), 'ax')
  const own = ['listen_addresses=', 'unix_socket_directories=.', `port=${SOCKET_PORT}`]
  const args = ['-D', dirArgument(dir), ...own.flatMap((setting) => ['-c', setting])]
  const stdio = ['ignore', output.fd, output.fd] as const
  const child = spawn(postgres, args, {
    cwd: dir,
    env: PROGRAM_ENVIRONMENT,
    stdio: [...stdio],
    ...runAs,
  })
  await output.close()
  const exited = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGQUIT')
    await exited
  })
}
