/** The command `tessera`: starts processes, and calls the APIs of operator and partner. */
export { run } from './run.ts'
export type { Processes } from './invocation.ts'
