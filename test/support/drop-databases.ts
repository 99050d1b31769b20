import { afterAll } from 'vitest'
import { dropDatabases } from './database-pool.ts'

// Each mutant has a worker of its own, whose databases nobody would use again.
afterAll(dropDatabases)
