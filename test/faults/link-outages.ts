import { promotion, recovery, type DatabaseFailure } from './database-failures.ts'
import type { FailingServer } from './failing-server.ts'
import type { TwoServices } from './two-services.ts'

interface Scene {
  readonly server: FailingServer
  readonly services: TwoServices
}

/** Something that ends, and is there again. */
export interface Outage {
  readonly name: string
  /** Prepares it, and returns a function that makes it happen and ends it. */
  prepare(scene: Scene): Promise<() => Promise<void>>
}

export const OUTAGES: readonly Outage[] = [
  { name: 'both services', prepare: (scene) => Promise.resolve(() => restartAll(scene)) },
  {
    name: 'one service',
    prepare: ({ services }) => Promise.resolve(() => services.replaceOne()),
  },
  { name: 'the database', prepare: ({ server }) => failed(server, recovery) },
  {
    name: 'one service and the database',
    async prepare({ server, services }) {
      const fail = await failed(server, recovery)
      return async () => {
        await Promise.all([services.replaceOne(), fail()])
      }
    },
  },
  { name: 'the primary of a standby', prepare: ({ server }) => failed(server, promotion) },
  {
    name: 'both services and the primary of a standby',
    async prepare(scene) {
      const fail = await failed(scene.server, promotion)
      return () => restartAll(scene, fail)
    },
  },
]

async function failed(
  server: FailingServer,
  failure: DatabaseFailure,
): Promise<() => Promise<void>> {
  const fail = await failure(server)
  return async () => {
    await fail()
    server.reopen()
  }
}

async function restartAll(
  { services }: Scene,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await services.kill()
  await meanwhile()
  await services.restart()
}
