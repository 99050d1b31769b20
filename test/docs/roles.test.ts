import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import type { Access } from '../../src/http/route.ts'
import { ROUTES } from '../../src/http/routes.ts'
import {
  OPERATOR_PERMISSIONS,
  OPERATOR_ROLES,
  PARTNER_ROLES,
  permissionsOfOperator,
  permissionsOfPartner,
} from '../../src/identity/mod.ts'
import { readPage, sectionOf } from './markdown.ts'

const PATH = 'docs/operate/roles.md'

/** Who the routes under each path are for. */
const DOORS: Readonly<Record<string, readonly Access['to'][]>> = {
  '/admin/v1': ['operator'],
  '/portal/v1': ['portal'],
  '/auth/v1': ['user', 'visitor'],
}

// `npx vitest run test/docs/roles.test.ts -u` writes the tables anew.
test('the tables of roles are those of src/policy/roles.ts and of the routes', async () => {
  const page = [
    ['Users of the operator', operatorRows()],
    ['Users of a partner', partnerRows()],
    ['Signing in', signInRows()],
  ] as const
  let text = readPage(PATH)
  for (const [heading, rows] of page) text = withTable(text, heading, rows)
  const { code } = await format(PATH, text)

  await expect(code).toMatchFileSnapshot(`../../${PATH}`)
})

test.each(Object.entries(DOORS))('each route under %s has a row', (path, doors) => {
  const routes = ROUTES.filter(({ name }) => name.split(' ')[1]?.startsWith(`${path}/`))
  const others = routes.filter(({ access }) => !doors.includes(access.to))

  expect(routes).not.toEqual([])
  expect(others.map(({ name }) => name)).toEqual([])
})

test('each permission of operators is asked for by a route or by `unmasked`', () => {
  const asked = ROUTES.flatMap(({ access }) => (access.to === 'operator' ? access.permission : []))

  const unused = OPERATOR_PERMISSIONS.filter((permission) => !asked.includes(permission))

  expect(unused).toEqual(['personal-data:read'])
})

function operatorRows(): string[][] {
  return ROUTES.flatMap(({ name, access }) => {
    if (access.to !== 'operator') return []
    const { permission } = access
    const may = OPERATOR_ROLES.map((role) => yesIf(permissionsOfOperator(role).has(permission)))
    return [[asCode(name), asCode(permission), ...may]]
  })
}

function partnerRows(): string[][] {
  return ROUTES.flatMap(({ name, access }) => {
    if (access.to !== 'portal') return []
    const { permission } = access
    const may = PARTNER_ROLES.map((role) => yesIf(permissionsOfPartner(role).has(permission)))
    return [[asCode(name), asCode(permission), ...may]]
  })
}

function signInRows(): string[][] {
  return ROUTES.flatMap(({ name, access }) => {
    if (access.to === 'visitor') return [[asCode(name), 'anyone']]
    return access.to === 'user' ? [[asCode(name), 'whoever is signed in']] : []
  })
}

function asCode(text: string): string {
  return `\`${text}\``
}

function yesIf(isPermitted: boolean): string {
  return isPermitted ? 'yes' : ''
}

/** The page with the rows of one section written anew, in the order of the routes' paths. */
function withTable(page: string, heading: string, rows: readonly string[][]): string {
  const section = sectionOf(page, heading)
  const [head = ''] = /^\|.*\n\|.*$/m.exec(section) ?? []
  const sorted = rows.toSorted(([one = ''], [other = '']) => (pathOf(one) < pathOf(other) ? -1 : 1))
  const table = [head, ...sorted.map((cells) => `| ${cells.join(' | ')} |`)].join('\n')
  return page.replace(section, () => section.replace(/(^\|.*$\n?)+/m, () => `${table}\n`))
}

/** The path first, so that the methods of one path stand together. */
function pathOf(cell: string): string {
  return cell.replaceAll('`', '').split(' ').toReversed().join(' ')
}
