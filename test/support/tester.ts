import { systemActor } from '../../src/audit/mod.ts'

/** Who acts in tests that call a module directly. */
export const TESTER = systemActor('test')
