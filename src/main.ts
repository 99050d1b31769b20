#!/usr/bin/env node
import { run } from './cli/mod.ts'

/**
 * The entry: runs the command line, which may start the service in this process. The service is
 * loaded only by commands that run it, so that the others start fast.
 */
process.exitCode = await run(process.argv.slice(2), {
  serve: async (overrides) => (await import('./process/process.ts')).serve(overrides),
  demo: async (options) => (await import('./process/process.ts')).demo(options),
  migrate: async (options) => (await import('./process/process.ts')).migrateOnly(options),
  distribute: async (options) => (await import('./process/process.ts')).distributeOnly(options),
  standIn: async (options) => (await import('./process/stand-in.ts')).runStandIn(options),
  supplierTest: async (test) => (await import('./process/supplier-test.ts')).runSupplierTest(test),
  backup: async (options, log) => (await import('./process/backups.ts')).backUp(options, log),
  restore: async (request, log) => (await import('./process/backups.ts')).restore(request, log),
  archive: async (request) => (await import('./process/archives.ts')).archive(request),
  removeArchived: async (request) => (await import('./process/archives.ts')).remove(request),
  verifyArchive: async (path) => (await import('./process/archives.ts')).verify(path),
  listArchive: async (directory) => (await import('./process/archives.ts')).list(directory),
  drill: async (log) => (await import('./process/drill.ts')).drill(log),
})
