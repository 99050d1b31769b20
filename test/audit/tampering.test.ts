import { expect, test } from 'vitest'
import {
  continueChain,
  GENESIS,
  hashAfter,
  recordText,
  signHead,
  type ChainDay,
  type ChainLink,
  type EntryFields,
} from '../../src/audit/chain.ts'
import { chainKeyOf, newSeed } from '../../src/audit/chain-key.ts'
import { checkChain, type CheckedChain } from '../../src/audit/check-chain.ts'
import { Random } from '../faults/chaos-random.ts'

const KEY = chainKeyOf(newSeed())
const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01']
const PER_DAY = 12
const TAMPERINGS = 1_000

interface StoredChain {
  readonly days: ChainDay[]
  readonly links: ChainLink[]
}

function entryNo(no: number): EntryFields {
  return {
    at: '2026-01-31T12:00:00.000000Z',
    approvalId: null,
    approverId: null,
    approver: null,
    actorKind: 'user',
    actorId: String(no % 3),
    actor: `user${no % 3}@example.com`,
    address: no % 2 === 0 ? '127.0.0.1' : null,
    partnerId: no % 4 === 0 ? null : no,
    action: 'partner.update',
    target: `partner:${no}`,
    reason: no % 5 === 0 ? 'asked for' : null,
    before: no % 2 === 0 ? `{"amount": "${no}.00"}` : null,
    after: `{"limit": 12345678901234567${100 + no}}`,
  }
}

function chain(): StoredChain {
  const stored: StoredChain = { days: [], links: [] }
  let previous: Buffer = GENESIS
  let no = 0
  for (const day of DAYS) {
    const sealedAt = '2026-01-31T12:00:01.000000Z'
    const isClosed = day !== DAYS.at(-1)
    const start = { day, entries: 0, head: previous, sealedAt, isClosed }
    const records = Array.from({ length: PER_DAY }, () => {
      no += 1
      return { auditId: no, entry: entryNo(no) }
    })
    const { head, links } = continueChain(start, { key: KEY, sealedAt }, records)
    stored.days.push(head)
    stored.links.push(...links)
    previous = head.head
  }
  return stored
}

function check({ days, links }: StoredChain): Promise<CheckedChain> {
  return checkChain({
    key: KEY,
    before: undefined,
    days,
    hasLast: true,
    async *linksOf({ day, entries }) {
      await Promise.resolve()
      yield links.filter((link) => link.day === day && link.place <= entries)
    },
  })
}

const random = new Random(20)

const FIELDS = ['at', 'actorKind', 'actor', 'action', 'target', 'after'] as const

function alter(entry: EntryFields | undefined): EntryFields | undefined {
  return entry && { ...entry, [random.pick(FIELDS)]: '"other"' }
}

type Tampering = (stored: StoredChain, at: number) => number

/** Each changes the log from an entry on, and returns the place of the first fault. */
const TAMPERINGS_BY_NAME: Readonly<Record<string, Tampering>> = {
  'an edit'({ links }, at) {
    change(links, at, (link) => ({ ...link, entry: alter(link.entry) }))
    return at
  },
  'an edit in the last digit of a large number'({ links }, at) {
    change(links, at, (link) => {
      const after = link.entry?.after?.replace(/\d\}$/, (end) => `${9 - Number(end[0])}}`) ?? ''
      return { ...link, entry: link.entry && { ...link.entry, after } }
    })
    return at
  },
  'an edit whose hashes are computed again'({ links }, at) {
    change(links, at, (link) => ({ ...link, entry: alter(link.entry) }))
    rehash(links, at)
    return at
  },
  'a deletion of an entry'({ links }, at) {
    change(links, at, (link) => ({ ...link, entry: undefined }))
    return at
  },
  'a deletion of an entry with its link'({ links }, at) {
    links.splice(at, 1)
    return at
  },
  'a deletion after which all are numbered again'(stored, at) {
    const [removed] = stored.links.splice(at, 1)
    renumber(stored, removed?.day)
    return at
  },
  'an insertion after which all are numbered again'(stored, at) {
    change(stored.links, at, (link) => link)
    const link = stored.links[at]
    if (link) stored.links.splice(at, 0, { ...link, auditId: 999, entry: entryNo(999) })
    renumber(stored, link?.day)
    return at
  },
  'two entries that changed places'({ links }, at) {
    const other = at % PER_DAY === PER_DAY - 1 ? at - 1 : at + 1
    const [one, two] = [links[at], links[other]]
    change(links, at, (link) => ({ ...link, auditId: two?.auditId ?? 0, entry: two?.entry }))
    change(links, other, (link) => ({ ...link, auditId: one?.auditId ?? 0, entry: one?.entry }))
    return Math.min(at, other)
  },
}

function change(links: ChainLink[], at: number, to: (link: ChainLink) => ChainLink): void {
  const link = links[at]
  if (link) links[at] = to(link)
}

/** Recomputes the hashes, as anybody can: they depend on no key. */
function rehash(links: ChainLink[], from: number): void {
  for (let at = from; at < links.length; at += 1) {
    const previous = links[at - 1]?.hash ?? GENESIS
    change(links, at, (link) =>
      link.entry ? { ...link, hash: hashAfter(previous, recordText(link, link.entry)) } : link,
    )
  }
}

/** Numbers a day again, computes its hashes, and sets its unsigned head. */
function renumber({ days, links }: StoredChain, day = ''): void {
  const first = links.findIndex((link) => link.day === day)
  let place = 0
  links.forEach((link, at) => {
    if (link.day === day) change(links, at, () => ({ ...link, place: (place += 1) }))
  })
  rehash(links, Math.max(0, first))
  const at = days.findIndex((one) => one.day === day)
  const head = days[at]
  if (head) days[at] = { ...head, entries: place }
}

test('each of 1,000 random edits, deletions, insertions and reorderings is found at its place', async () => {
  const whole = chain()
  expect(await check(whole)).toEqual({ entries: DAYS.length * PER_DAY, late: 0, fault: undefined })
  for (let time = 0; time < TAMPERINGS; time += 1) {
    const name = random.pick(Object.keys(TAMPERINGS_BY_NAME))
    const stored = { days: [...whole.days], links: [...whole.links] }
    const first = TAMPERINGS_BY_NAME[name]?.(stored, random.below(whole.links.length)) ?? 0

    const { fault } = await check(stored)

    const day = DAYS[Math.floor(first / PER_DAY)]
    expect(fault, `${name} at ${first}`).toMatchObject({ day })
    // A renumbered day has another head, and the head is verified before the entries.
    const place = /numbered again/.test(name) ? undefined : (first % PER_DAY) + 1
    expect(fault?.place, `${name} at ${first}`).toBe(place)
  }
})

test.each<[string, (days: ChainDay[]) => void]>([
  ['a day is removed with its entries', (days) => void days.splice(1, 1)],
  ['the last day is removed with its entries', (days) => void days.pop()],
  ['the head is set back', (days) => void days.splice(2, 1, { ...last(days), entries: 3 })],
  ['a day is signed with another key', (days) => void days.splice(2, 1, forge(last(days)))],
])('a fault is found if %s', async (_what, tamper) => {
  const { days, links } = chain()
  tamper(days)

  expect((await check({ days, links })).fault).toBeDefined()
})

function last(days: readonly ChainDay[]): ChainDay {
  const day = days.at(-1)
  if (!day) throw new Error('the chain has days')
  return day
}

function forge(day: ChainDay): ChainDay {
  return signHead(chainKeyOf(newSeed()), day)
}
