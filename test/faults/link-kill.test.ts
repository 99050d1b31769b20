import { test } from 'vitest'
import { isLong } from '../support/length.ts'
import { inTurn, SEED } from '../support/turns.ts'
import { FailingServer } from './failing-server.ts'
import { OUTAGES, type Outage } from './link-outages.ts'
import { LinkRun } from './link-run.ts'

/** `LINK_HISTORIES=10000` plays so many; something ends in the middle of each hundred. */
const CHOSEN = process.env['LINK_HISTORIES']
const HISTORIES = Number(CHOSEN ?? (isLong ? 600 : 20))
/** Histories that are played at once. */
const AT_ONCE = Math.min(HISTORIES, 100)
const TIMEOUT_MS = isLong || CHOSEN !== undefined ? 5_400_000 : 120_000

function outages(): readonly Outage[] {
  if (CHOSEN === undefined) return inTurn(OUTAGES, OUTAGES.length)
  const count = Math.ceil(HISTORIES / AT_ONCE)
  return Array.from({ length: count }, () => OUTAGES)
    .flat()
    .slice(0, count)
}

test(
  'links whose services or database end: sent = claimed + returned + open, and each code once',
  { timeout: TIMEOUT_MS },
  async ({ annotate }) => {
    const server = await FailingServer.start()
    try {
      const run = await LinkRun.start(server, SEED)
      for (const outage of outages()) {
        await run.play(AT_ONCE, outage).catch((error: unknown) => {
          throw new Error(outage.name, { cause: error })
        })
      }
      await run.end()
      await annotate(run.figures)
    } finally {
      await server.close()
    }
  },
)
