import { readdirSync } from 'node:fs'
import { PROJECT } from '../../../core/mod.ts'
import type { Audience } from '../../openapi/document.ts'

export const START = 'docs/start.md'
const GUIDES = 'docs/guides'
/** Pages that are not guides, by their names. */
const OTHERS: Readonly<Record<string, string>> = {
  signing: 'docs/signing.md',
  errors: 'docs/errors.md',
  roles: 'docs/operate/roles.md',
  changelog: 'CHANGELOG.md',
}
/** Pages that are made from the OpenAPI documents. */
export const REFERENCES: Readonly<Record<string, { title: string; audience: Audience }>> = {
  reference: { title: 'API reference', audience: 'partners' },
  'admin-reference': { title: 'API reference for operators', audience: 'operators' },
}
/** Files that have other addresses than /docs. */
const ADDRESSES: Readonly<Record<string, string>> = {
  [START]: '/docs',
  'docs/openapi.json': '/openapi.json',
  'docs/admin-openapi.json': '/admin/openapi.json',
}
/** The order of the sidebar. Guides that it does not name are at its end. */
export const SIDEBAR: Readonly<Record<string, readonly string[]>> = {
  Start: ['quickstart', 'sandbox', 'going-live'],
  Guides: [
    'orders',
    'portal-orders',
    'products',
    'wallets',
    'links',
    'redeem',
    'events',
    'webhooks',
    'idempotency',
  ],
  Clients: ['sdk', 'python', 'cli'],
  Reference: ['reference', 'signing', 'errors', 'terms', 'versioning', 'changelog'],
  Operators: ['admin-reference', 'credits', 'roles'],
}

/** Returns the files of the pages by the names in their addresses. */
export function filesByName(): ReadonlyMap<string, string> {
  const guides = readdirSync(new URL(GUIDES, PROJECT))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name): [string, string] => [name.slice(0, -'.md'.length), `${GUIDES}/${name}`])
  return new Map([...guides, ...Object.entries(OTHERS)])
}

/** Returns the addresses of all files that are served. */
export function fileAddresses(): ReadonlyMap<string, string> {
  const pages = [...filesByName()].map(([name, file]): [string, string] => [file, `/docs/${name}`])
  return new Map([...Object.entries(ADDRESSES), ...pages])
}

/** Returns the title of a page of Markdown, or the name of its file. */
export function titleOf(text: string, file: string): string {
  return /^# (.*)$/m.exec(text)?.[1] ?? file
}
