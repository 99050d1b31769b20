/** The demo that `npm start` seeds on an empty database, and its file of credentials. */
export { demoBanner, demoNotes } from './banner.ts'
export {
  DEMO_FILE_NAME,
  readDemo,
  writeDemoNotes,
  type DemoCredentials,
  type DemoPartner,
} from './demo-file.ts'
export type { DemoContext } from './demo-context.ts'
export { PastClock } from './month/past-clock.ts'
export { MONTH_DAYS, playPast } from './month/play-past.ts'
export { playMonth, type MonthReports } from './month/play.ts'
export { monthReport } from './month/report.ts'
export { type DemoStandIns, startDemoStandIns } from './stand-ins.ts'
export { findSupplied } from './suppliers.ts'
export { seedDemo } from './seed-demo.ts'
