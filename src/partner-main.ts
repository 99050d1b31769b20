#!/usr/bin/env node
import { runForPartner } from './cli/mod.ts'

/** The entry of the package `@tessera/cli`, which partners install. */
process.exitCode = await runForPartner(process.argv.slice(2))
