import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSpec } from '../../scripts/check-spec.js'
import { inTurn } from '../support/turns.ts'

const SPEC = readFileSync(join(import.meta.dirname, 'group-commit.qnt'), 'utf8')

interface PlantedFault {
  readonly name: string
  readonly right: string
  readonly wrong: string
}

const FAULTS: readonly PlantedFault[] = [
  {
    name: 'an epoch is handed out again',
    right: 'leaseEpoch: batch.leaseEpoch + 1, isLeased: true',
    wrong: 'leaseEpoch: batch.leaseEpoch, isLeased: true',
  },
  {
    name: 'an event is told before its commit',
    right: "all { book' = book, keepFeed }",
    wrong: `all { book' = book, outbox' = outbox.append({ number: lastEvent + 1, write: 1 }),
      relayed' = outbox.append({ number: lastEvent + 1, write: 1 }), lastEvent' = lastEvent + 1 }`,
  },
  {
    name: 'a group is written on a book that has moved',
    right: 'book.version == group.version,\n',
    wrong: 'true,\n',
  },
  {
    name: 'an unknown COMMIT counts as committed',
    right: '(group.isLocked and book.writers.get(process) == group.nextVersion)',
    wrong: '(group.isLocked)',
  },
  {
    name: 'a worker without the lease delivers',
    right: 'batch.leaseEpoch == epochs.get(process) and batch.deliveries == 0',
    wrong: 'true',
  },
  {
    name: 'a key is used twice',
    right: 'not(has(book.transfers, group.write)),\n  }',
    wrong: 'true,\n  }',
  },
]

test.each(inTurn(FAULTS, FAULTS.length))('the spec finds that $name', async (fault) => {
  expect(SPEC.split(fault.right)).toHaveLength(2)
  const folder = mkdtempSync(join(tmpdir(), 'tessera-spec-'))
  try {
    const file = join(folder, 'group-commit.qnt')
    writeFileSync(
      file,
      SPEC.replace(fault.right, () => fault.wrong),
    )

    expect((await checkSpec(file)).output).toMatch(/Invariant violated/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
