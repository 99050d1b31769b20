/** The only module that knows HTTP: the paths of partners, of the operator, and of operations. */
export { ClientWrites } from './limits/client-writes.ts'
export type { Services } from './context.ts'
export {
  createFileDestination,
  createLog,
  type Log,
  type LogDestination,
} from './observability/log.ts'
export { createMetrics, type Metrics } from './observability/metrics.ts'
export type { Unready } from './readiness.ts'
export { buildServer, type HttpServer } from './server.ts'
export { createWaitingLinks } from './links/waiting-links.ts'
