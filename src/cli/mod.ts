/** The command `tessera`: starts processes, and calls the APIs of operator and partner. */
export { runForPartner } from './partner-run.ts'
export { run } from './run.ts'
export type { Processes } from './invocation.ts'
