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

/** Kinds of callers of the routes below each path. */
const CALLERS_OF_PATHS: Readonly<Record<string, readonly Access['to'][]>> = {
  '/admin/v1': ['operator'],
  '/portal/v1': ['portal'],
  '/auth/v1': ['user', 'visitor'],
}

// `npx vitest run test/docs/roles.test.ts -u` writes the tables anew.
test('the tables of permissions are those of src/policy/roles.ts', async () => {
  const page = [
    ['Users of the operator', OPERATOR_ROLES, operatorRows()],
    ['Users of a partner', PARTNER_ROLES, partnerRows()],
  ] as const
  let text = readPage(PATH)
  for (const [heading, roles, rows] of page) {
    const head = [
      ['permission', ...roles],
      ['---', ...roles.map(() => '---')],
    ]
    text = withTable(text, heading, [...head, ...rows])
  }
  const { code } = await format(PATH, text)

  await expect(code).toMatchFileSnapshot(`../../${PATH}`)
})

test.each(Object.entries(CALLERS_OF_PATHS))(
  'each route below %s is for the callers that the page names',
  (path, callers) => {
    const routes = ROUTES.filter(({ name }) => name.split(' ')[1]?.startsWith(`${path}/`))
    const others = routes.filter(({ access }) => !callers.includes(access.to))

    expect(routes).not.toEqual([])
    expect(others.map(({ name }) => name)).toEqual([])
  },
)

test('each permission is required by a route or by `unmasked`', () => {
  const needed = ROUTES.flatMap(({ access }) => ('permission' in access ? [access.permission] : []))

  const unused = [...OPERATOR_PERMISSIONS, ...permissionsOfPartner('owner')].filter(
    (permission) => !needed.includes(permission),
  )

  expect(unused).toEqual(['personal-data:read'])
})

function operatorRows(): string[][] {
  return OPERATOR_PERMISSIONS.map((permission) => [
    `\`${permission}\``,
    ...OPERATOR_ROLES.map((role) => yesIf(permissionsOfOperator(role).has(permission))),
  ])
}

function partnerRows(): string[][] {
  return [...permissionsOfPartner('owner')].map((permission) => [
    `\`${permission}\``,
    ...PARTNER_ROLES.map((role) => yesIf(permissionsOfPartner(role).has(permission))),
  ])
}

function yesIf(isPermitted: boolean): string {
  return isPermitted ? 'yes' : ''
}

/** Returns the page with these rows in the table of one section. */
function withTable(page: string, heading: string, rows: readonly string[][]): string {
  const section = sectionOf(page, heading)
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return page.replace(section, () => section.replace(/(^\|.*$\n?)+/m, () => `${table}\n`))
}
