import * as fs from 'node:fs'
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { restore } from '../../src/process/backups.ts'
import { drill, type DrillReport } from '../../src/process/drill.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { removeDirectory } from '../support/remove-directory.ts'
import { BrokenBackups, makeSoundBackups, MASTER_KEY, type SoundBackups } from './broken-backups.ts'

let home: string
let sound: SoundBackups

beforeAll(async () => {
  home = fs.mkdtempSync(join(quickDirectory(), 'tessera-broken-'))
  fs.chmodSync(home, 0o711)
  sound = await makeSoundBackups(home)
})
afterAll(() => removeDirectory(home))

function copyBackups(): BrokenBackups {
  const copy = new BrokenBackups(sound)
  onTestFinished(() => removeDirectory(copy.dir))
  return copy
}

function drillOf(
  { dir }: BrokenBackups,
  { masterKey = MASTER_KEY, dataDir = dir } = {},
): Promise<DrillReport> {
  const place = { TESSERA_BACKUP_DIR: dir, TESSERA_DATA_DIR: dataDir }
  return drill(() => undefined, { ...place, TESSERA_MASTER_KEY: masterKey })
}

/** The path of a segment by its place; -1 is the last one. */
const first = (place: number): string => `wal/${sound.first.at(place)}`
const second = (place: number): string => `wal/${sound.second.at(place)}`
const HISTORY = 'wal/00000002.history'
const INSIDE = 700_000

type Break = (copy: BrokenBackups) => void

const KINDS: readonly (readonly [string, Break, RegExp])[] = [
  ['without its first segment', (copy) => copy.remove(first(0)), /^0{7}1\w+ is missing$/],
  ['without one in the middle', (copy) => copy.remove(first(2)), /^0{7}1\w+ is missing$/],
  ['without its last segment', (copy) => copy.remove(second(-1)), /^0{7}2\w+ is missing$/],
  [
    'with a segment that was cut off',
    (copy) => copy.write(first(2), copy.read(first(2)).subarray(0, INSIDE)),
    /^0{7}1\w+ has 700000 bytes of 2097152$/,
  ],
  ['with an empty segment', (copy) => copy.write(first(2), ''), /^0{7}1\w+ is empty$/],
  [
    'with a flipped bit in a record',
    (copy) => copy.flipBit(first(2), INSIDE),
    /^0{7}1\w+ is damaged at byte \d+$/,
  ],
  [
    'with a flipped bit in a record of the last segment',
    (copy) => copy.flipBit(second(-1), 5_000),
    /^0{7}2\w+ is damaged at byte \d+$/,
  ],
  [
    'with a segment whose second half is zeros',
    (copy) => copy.write(first(2), copy.read(first(2)).fill(0, 2 ** 20)),
    /^0{7}1\w+ is damaged at byte 1048576$/,
  ],
  [
    'with a compressed segment',
    (copy) => {
      const packed = gzipSync(copy.read(first(2)))
      copy.write(first(2), Buffer.concat([packed, Buffer.alloc(2 ** 21)]).subarray(0, 2 ** 21))
    },
    /^0{7}1\w+ is not a segment of the log$/,
  ],
  [
    'with a segment of another database',
    (copy) => copy.flipBit(first(2), 24),
    /^0{7}1\w+ is of another database$/,
  ],
  [
    'with the content of another segment',
    (copy) => copy.write(first(2), copy.read(first(3))),
    /^0{7}1\w+ has the content of another segment$/,
  ],
  [
    'with a segment of a later timeline under the name of an earlier one',
    (copy) => copy.write(first(2), copy.read(second(-1))),
    /^0{7}1\w+ is not a segment of this timeline$/,
  ],
  ['without a history', (copy) => copy.remove(HISTORY), /^0{7}2\.history is missing: /],
  ['with a damaged history', (copy) => copy.write(HISTORY, 'gone\n'), /^0{7}2\.history is damaged/],
  [
    'with a history of another database',
    (copy) => copy.write(HISTORY, '1\t0/100\tno recovery target specified\n'),
    /^0{7}2\.history does not fit the base backup/,
  ],
  [
    'with a history that began later',
    (copy) => copy.write(HISTORY, '1\t7/0\tno recovery target specified\n'),
    /^nothing of timeline 2 is archived, which began at 7\/0$/,
  ],
  ['without the log', (copy) => copy.remove('wal'), /^0{7}2\.history is missing: /],
  [
    'without a file of the base backup',
    (copy) => copy.remove(`${sound.base}/postgres/global/1262`),
    /: global\/1262 is missing$/,
  ],
  [
    'with a flipped bit in a file of the base backup',
    (copy) => copy.flipBit(`${sound.base}/postgres/global/1262`, 100),
    /: global\/1262 is damaged: its SHA-256 is another one$/,
  ],
  [
    'with a file of the base backup that was cut off',
    (copy) => copy.write(`${sound.base}/postgres/global/1262`, ''),
    /: global\/1262 has 0 bytes of 8192$/,
  ],
  [
    'with a file that is not part of the base backup',
    (copy) => copy.write(`${sound.base}/postgres/recovery.signal`, ''),
    /: recovery\.signal was not backed up, and is there$/,
  ],
  [
    'without an empty directory of the base backup',
    (copy) => copy.remove(`${sound.base}/postgres/pg_notify`),
    /: pg_notify is missing$/,
  ],
  [
    'without backup_label',
    (copy) => copy.remove(`${sound.base}/postgres/backup_label`),
    /: backup_label is missing$/,
  ],
  [
    'without the files of PostgreSQL',
    (copy) => copy.remove(`${sound.base}/postgres`),
    /: postgres is missing$/,
  ],
  [
    'without backup.json',
    (copy) => copy.remove(`${sound.base}/backup.json`),
    /: backup\.json is missing$/,
  ],
  [
    'with a damaged backup.json',
    (copy) => copy.write(`${sound.base}/backup.json`, '{"name"'),
    /: backup\.json is damaged$/,
  ],
  ['without a base backup', (copy) => copy.remove('base'), /has no base backup$/],
  [
    'with a damaged note of what is archived',
    (copy) => copy.write('archived.json', '{}'),
    /^archived\.json is damaged/,
  ],
]

test.each(KINDS)('a drill names the fault of a backup %s', async (_kind, breakIt, fault) => {
  const copy = copyBackups()
  breakIt(copy)

  const report = await drillOf(copy)

  expect(report).toMatchObject({ isWell: false, transfers: null })
  expect(report.faults.filter((line) => fault.test(line))).toHaveLength(1)
  expect(report.faults.filter((line) => line.includes('\n'))).toEqual([])
  expect(fs.existsSync(join(copy.dir, 'drill'))).toBe(false)
  expect(JSON.parse(copy.read('drill.json').toString())).toMatchObject({ isWell: false })
})

test('a sound backup of two timelines is well, also after a drill that was killed; a wrong key is not', async () => {
  const copy = copyBackups()
  fs.mkdirSync(join(copy.dir, 'drill/postgres.restoring'), { recursive: true })

  expect(await drillOf(copy)).toMatchObject({ isWell: true, faults: [], differences: 0 })

  const wrong = await drillOf(copy, { masterKey: Buffer.alloc(32, 7).toString('base64') })
  expect(wrong).toMatchObject({ isWell: false, faults: [expect.stringMatching(/key/)] })
  const { wellAt, at } = JSON.parse(copy.read('drill.json').toString())
  expect(Date.parse(wellAt)).toBeLessThan(Date.parse(at))
})

test('a restore without an instant refuses a log with a hole, makes nothing, and names the loss', async () => {
  const copy = copyBackups()
  copy.remove(first(2))
  const directory = join(copy.dir, 'restored')
  const env = { TESSERA_BACKUP_DIR: copy.dir, TESSERA_DATA_DIR: join(copy.dir, 'lost') }

  await expect(restore({ directory }, () => undefined, env)).rejects.toThrow(
    /0{7}1\w+ is missing.*; --allow-loss restores what is before a fault of the log$/,
  )
  expect(fs.existsSync(directory)).toBe(false)
})
