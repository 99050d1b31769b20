import { afterAll } from 'vitest'
import { dropDatabases } from './database-pool.ts'

// In mutation tests, each mutant has a worker of its own, so its databases are not used again.
afterAll(dropDatabases)
