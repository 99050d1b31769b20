import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { quickDirectory } from '../support/quick-directory.ts'
import { AnswerProxy } from './answer-proxy.ts'
import { CitusCluster } from './cluster.ts'
import { CitusNode } from './node.ts'

const HOST = '127.0.0.1'

/** A coordinator and two workers on this machine. */
export interface OwnCluster {
  readonly cluster: CitusCluster
  readonly coordinator: CitusNode
  readonly workers: readonly CitusNode[]
  /** Proxies of the workers, which can lose their responses; none if `isDirect`. */
  readonly ways: readonly AnswerProxy[]
  stop(): Promise<void>
}

export async function startCluster({ isDirect = false } = {}): Promise<OwnCluster> {
  const home = await mkdtemp(join(quickDirectory(), 'tessera-citus-'))
  await chmod(home, 0o711)
  const coordinator = await CitusNode.create(home, 'coordinator')
  const workers = [
    await CitusNode.create(home, 'worker-1'),
    await CitusNode.create(home, 'worker-2'),
  ]
  const ways: AnswerProxy[] = []
  for (const worker of isDirect ? [] : workers) ways.push(await AnswerProxy.open(worker.port))
  const members = [coordinator, ...workers].map(({ server, port }, at) => ({
    server,
    host: HOST,
    port: ways[at - 1]?.port ?? port,
  }))
  const [first, ...others] = members
  if (!first) throw new Error('there is no coordinator')
  return {
    cluster: new CitusCluster(first, others),
    coordinator,
    workers,
    ways,
    async stop() {
      for (const way of ways) await way.close()
      for (const node of [coordinator, ...workers]) await node.kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}
