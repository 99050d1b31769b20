import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { ROUTES } from '../../src/http/routes.ts'
import type { Json } from '../support/client.ts'
import { breakingChanges } from './breaking-changes.ts'

const FOLDER = 'released/openapi'
/** The documents for partners that were released, by their days. */
const RELEASED = readdirSync(FOLDER).toSorted()

function readReleased(file = RELEASED.at(-1)): Json {
  return JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'))
}

const REMEDY = 'breaks partners, so it needs a new major version, which the changelog says'

const majorOf = ({ info }: Json): number => Number(String(info.version).split('.')[0])

/** Returns breaking changes, unless document and changelog announce a new major version. */
function unannouncedChanges(was: Json, is: Json, changelog: string): readonly string[] {
  const isAnnounced = changelog.includes(`Version ${is.info.version} of the interface`)
  return majorOf(is) > majorOf(was) && isAnnounced ? [] : breakingChanges(was, is)
}

test.each(RELEASED)(
  'no change since %s breaks clients of partners, unless the changelog announces a new version',
  (file) => {
    const present = JSON.parse(JSON.stringify(openApiDocument('partners', ROUTES)))
    const changelog = readFileSync('CHANGELOG.md', 'utf8')
    const changes = unannouncedChanges(readReleased(file), present, changelog)
    expect(changes.map((change) => `${change}: ${REMEDY}`).join('\n')).toBe('')
  },
)

const POST = 'paths /v2/orders post'
const GET = 'paths /v2/orders get'
const NEW = 'components schemas NewOrder'
const ORDER = 'components schemas Order'
const TYPE = 'components schemas NewTransaction properties transactionType enum'
const EVENT = 'components schemas Event anyOf'
const STATUS = `${ORDER} properties status enum`

/** One change of each kind: the place, the new value (undefined removes it), and the finding. */
const BREAKS: readonly (readonly [string, Json, RegExp])[] = [
  ['paths /v2/events', undefined, /^GET \/v2\/events: removed$/],
  [POST, undefined, /^POST \/v2\/orders: removed$/],
  [`${GET} operationId`, 'other', /: operationId changed$/],
  ['webhooks order.completed', undefined, /order\.completed: removed$/],
  [`${POST} responses 402`, undefined, /orders 402: removed$/],
  [`${POST} responses 201 headers ratelimit`, undefined, / 201 header ratelimit: removed$/],
  [`${POST} responses 201 content`, {}, / 201 application\/json: removed$/],
  [`${GET} parameters 0`, { in: 'query', name: 'other', schema: {} }, / query \w+: removed$/],
  [`${GET} parameters 0 required`, true, / query \w+: is required$/],
  [`${GET} security`, [{ other: [] }], /: security .* is not enough$/],
  [`${NEW} required`, ['clientReference', 'currency', 'items', 'x'], / body\.x: is required$/],
  [`${NEW} properties items`, undefined, / body\.items: removed$/],
  [`${NEW} additionalProperties`, false, / body: refuses other fields$/],
  [`${NEW} properties items minItems`, 2, / body\.items: minItems changed$/],
  [`${NEW} properties items maxItems`, 1, / body\.items: maxItems changed$/],
  [`${NEW} properties currency pattern`, 'X', / body\.currency: pattern changed$/],
  [`${NEW} properties currency format`, 'uuid', / body\.currency: format changed$/],
  [`${NEW} properties currency type`, 'number', / body\.currency: type string is sent$/],
  [`${NEW} properties currency enum`, ['USD'], / body\.currency: values are listed$/],
  [TYPE, ['CREDIT'], / body\.transactionType: value DEBIT removed$/],
  [`${ORDER} properties status`, undefined, /\.status: removed$/],
  [`${ORDER} required`, [], /\.id: may be missing$/],
  [`${ORDER} properties id type`, ['string', 'null'], /\.id: type null is received$/],
  [STATUS, ['PENDING'], /\.status: value COMPLETED removed$/],
  [`${EVENT} 0`, undefined, / anyOf 0: removed$/],
  [`${STATUS} 9`, 'NEW', /\.status: value NEW added$/],
  [`${ORDER} properties status x-extensible`, true, /\.status: list may grow$/],
]
const ADDED = { $ref: '#/components/schemas/Product' }
/** Additions that are allowed within a version. */
const ADDITIONS: readonly (readonly [string, Json])[] = [
  ['paths /v2/new', { get: { operationId: 'new', responses: {} } }],
  [`${GET} parameters 99`, { in: 'query', name: 'new', schema: {} }],
  [`${NEW} properties new`, { type: 'string' }],
  [`${NEW} properties items minItems`, 0],
  [`${ORDER} properties new`, { type: 'string' }],
  [`${ORDER} properties status description`, 'new'],
  [`${POST} responses 418`, { description: 'new' }],
  [`${EVENT} 99`, ADDED],
  ['webhooks new.event', { post: { operationId: 'new', responses: {} } }],
]

/** Returns the released document with another value at one place. */
function changeAt(place: string, value: Json): Json {
  const document = readReleased()
  const names = place.split(' ')
  const last = names.pop() ?? ''
  const parent: Json = names.reduce((part, name) => part[name], document)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  if (Array.isArray(parent)) parent.splice(0, parent.length, ...parent.filter(Boolean))
  return document
}

test.each(BREAKS)('a breaking change is found: %s is %j', (place, value, finding) => {
  expect(breakingChanges(readReleased(), changeAt(place, value))).toContainEqual(
    expect.stringMatching(finding),
  )
})

test.each(ADDITIONS)('an addition breaks nothing: %s is %j', (place, value) => {
  expect(breakingChanges(readReleased(), changeAt(place, value))).toEqual([])
})

test('a list may grow if it is marked as extensible, and never shrink', () => {
  const marked = changeAt(`${ORDER} properties status x-extensible`, true)
  const unmarked = changeAt(EVENT.replace('anyOf', 'x-extensible'), undefined)
  const grown = { status: structuredClone(marked), event: structuredClone(unmarked) }
  grown.status.components.schemas.Order.properties.status.enum.push('NEW')
  grown.event.components.schemas.Event.anyOf.push(ADDED)
  const shrunk = structuredClone(marked)
  shrunk.components.schemas.Order.properties.status.enum.pop()

  expect(breakingChanges(marked, grown.status)).toEqual([])
  expect(breakingChanges(marked, shrunk)).toContainEqual(expect.stringMatching(/removed$/))
  expect(breakingChanges(unmarked, grown.event)).toContainEqual(
    expect.stringMatching(/ anyOf \d+: added$/),
  )
})

/** Returns a document of a version that lacks an operation. */
function brokenIn(version: string): Json {
  const document = changeAt(POST, undefined)
  document.info.version = version
  return document
}

test('a breaking change is accepted with a new major version that the changelog announces', () => {
  const was = readReleased()
  const announcement = 'Version 2.0.0 of the interface'
  expect(unannouncedChanges(was, brokenIn('2.0.0'), announcement)).toEqual([])
  expect(unannouncedChanges(was, brokenIn('2.0.0'), '')).not.toEqual([])
  expect(unannouncedChanges(was, brokenIn('1.1.0'), announcement)).not.toEqual([])
})
