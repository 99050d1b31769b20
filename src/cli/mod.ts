/**
 * The `tessera` command: what this process can become, and the operator's and a partner's calls.
 */
export { run } from './run.ts'
export type { Processes } from './invocation.ts'
