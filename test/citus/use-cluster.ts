import { makeDatabasesBy } from '../support/database.ts'
import { leaseDistributed, releaseDistributed } from './pooled-databases.ts'

// Vitest runs this before each file of a run on a cluster.
makeDatabasesBy(async () => {
  const database = await leaseDistributed()
  return {
    target: { connectionString: database.url },
    release: () => releaseDistributed(database),
  }
})
