import type { DemoContext } from './demo-context.ts'
import type { DemoCredentials } from './demo-file.ts'

/**
 * Makes the demo on an empty database and keeps its credentials in the data directory. Where it was
 * made before, the file is used again, with the address and the operator token of now; a seeding
 * that was cut short is taken up where it stopped, and a lost file gets a new credential.
 *
 * Rejects, and changes nothing, where the database has partners of its own and no demo.
 *
 * What seeds is loaded only now: the command line reads the demo's file through this module's door,
 * and is not to wait for PostgreSQL's driver and the domain.
 */
export async function seedDemo(context: DemoContext): Promise<DemoCredentials> {
  const { seed } = await import('./seed.ts')
  return await seed(context)
}
