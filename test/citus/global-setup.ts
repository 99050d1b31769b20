import type { TestProject } from 'vitest/node'
import { distribute } from '../../src/db/mod.ts'
import { addRequestDays } from '../support/global-setup.ts'
import { clusterOf, type CitusCluster, type CitusDatabase } from './cluster.ts'
import { startCluster } from './own-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    citus: ProvidedCluster
  }
}

/** The access of test workers to the cluster of the run, where they make databases. */
interface ProvidedCluster {
  /** The prefix of the names of the databases of this run. */
  readonly run: string
  readonly members: readonly {
    readonly url: string
    readonly host: string
    readonly port: number
  }[]
  readonly template: CitusDatabase
}

const SHARDS = 2

/** Makes one distributed database that tests clone, on a cluster that it may have to start. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_CITUS_URL']
  const own = url === undefined ? await startCluster({ isDirect: true }) : undefined
  const cluster = own?.cluster ?? (await clusterOf(url ?? ''))
  const stop = (): Promise<void> => (own ? own.stop() : cluster.stop())
  try {
    const template = await makeTemplate(cluster)
    const members = cluster.members.map(({ server, ...address }) => ({
      url: server.urlOf('postgres'),
      ...address,
    }))
    project.provide('citus', { run: cluster.run, members, template })
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function makeTemplate(cluster: CitusCluster): Promise<CitusDatabase> {
  const template = await cluster.newDatabase()
  const target = { connectionString: template.url }
  await distribute(target, SHARDS)
  await addRequestDays(target)
  await cluster.close(template)
  return template
}
