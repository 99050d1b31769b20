import { expect, test } from 'vitest'
import {
  OPERATOR_ROLES,
  PARTNER_ROLES,
  permissionsOfOperator,
  permissionsOfPartner,
} from '../../src/identity/mod.ts'
import { issuerPermissions, PERMISSIONS } from '../../src/partners/mod.ts'

const FILE = '../../web/src/api/permitted-roles.ts'

/** Returns the roles of each permission, as TypeScript; the first role has all permissions. */
function tableOf<Role extends string>(
  roles: readonly Role[],
  permissionsOf: (role: Role) => ReadonlySet<string>,
): string[] {
  const [most] = roles
  const permissions = most === undefined ? [] : [...permissionsOf(most)].toSorted()
  return permissions.map((permission) => {
    const permitted = roles.filter((role) => permissionsOf(role).has(permission))
    return `    ${lineOf(`'${permission}'`, permitted)}`
  })
}

function lineOf(key: string, values: readonly string[]): string {
  return `${key}: [${values.map((one) => `'${one}'`).join(', ')}],`
}

test('the application has the roles of each permission; -u writes them', async () => {
  const text = [
    '// Generated from src/policy/roles.ts and src/partners/permissions.ts.',
    '// `npx vitest run test/web/permitted-roles.test.ts -u` writes it.',
    '',
    'type Roles = Readonly<Record<string, readonly string[]>>',
    '',
    '/** The roles that permit something, of users of the operator and of a partner. */',
    "export const PERMITTED_ROLES: Readonly<Record<'operator' | 'partner', Roles>> = {",
    '  operator: {',
    ...tableOf(OPERATOR_ROLES, permissionsOfOperator),
    '  },',
    '  partner: {',
    ...tableOf(PARTNER_ROLES, permissionsOfPartner),
    '  },',
    '}',
    '',
    '/** By permission of a credential: the permissions that a user needs to give it. */',
    'export const ISSUER_PERMISSIONS: Roles = {',
    ...PERMISSIONS.map((one) => `  ${lineOf(`'${one}'`, issuerPermissions([one]))}`),
    '}',
    '',
  ]
  await expect(text.join('\n')).toMatchFileSnapshot(FILE)
})
