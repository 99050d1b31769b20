import { systemActor } from '../../src/audit/mod.ts'

/** The actor of tests that call a module directly. */
export const TESTER = systemActor('test')
