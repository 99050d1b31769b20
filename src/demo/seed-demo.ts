import type { DemoContext } from './demo-context.ts'
import type { DemoCredentials } from './demo-file.ts'

/**
 * Seeds the demo on an empty database, and writes its credentials to the data directory. If it was
 * seeded before, updates the address and token in the file. An interrupted seeding continues, and a
 * lost file gets a new credential. Rejects, without changes, if the database has partners but no
 * demo. Imports the seeding code only when called: the command line imports this module to read the
 * file, and must not wait for PostgreSQL's driver.
 */
export async function seedDemo(context: DemoContext): Promise<DemoCredentials> {
  const { seed } = await import('./seed.ts')
  return await seed(context)
}
