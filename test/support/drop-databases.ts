import { afterAll } from 'vitest'
import { dropDatabases } from './database-pool.ts'

// Each mutant has a worker of its own, so nobody uses its databases again.
afterAll(dropDatabases)
