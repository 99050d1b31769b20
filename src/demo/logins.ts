import { randomBytes } from '../core/mod.ts'
import { systemActor } from '../audit/mod.ts'
import { transact } from '../db/mod.ts'
import { addUser, findUser, hashRandomPassword, setPassword, type Role } from '../identity/mod.ts'
import type { DemoContext } from './demo-context.ts'
import type { DemoLogin, DemoLogins } from './demo-file.ts'

const PASSWORD_BYTES = 12

interface Person {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly partnerId: number | undefined
}

/**
 * Makes an administrator of the operator, and the owner of a partner. Existing users stay, and get
 * a new password if the file lacks theirs.
 */
export async function seedLogins(
  context: DemoContext,
  partnerId: number,
  stored: DemoLogins | undefined,
): Promise<DemoLogins> {
  const admin = { email: 'admin@operator.example', name: 'Ada Admin', role: 'admin' } as const
  const owner = { email: 'owner@acme.example', name: 'Olu Owner', role: 'owner' } as const
  return {
    operator: await seedLogin(context, { ...admin, partnerId: undefined }, stored?.operator),
    partner: await seedLogin(context, { ...owner, partnerId }, stored?.partner),
  }
}

async function seedLogin(
  context: DemoContext,
  person: Person,
  stored: DemoLogin | undefined,
): Promise<DemoLogin> {
  const { db, clock } = context
  const { email } = person
  const user = await findUser(db, email)
  if (user && stored?.email === email) return stored
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  if (user) {
    await setPassword(context, { user, password, actor: systemActor('demo') })
    return { email, password }
  }
  const passwordHash = await hashRandomPassword(password)
  await transact(db, (tx) => addUser(tx, { ...person, passwordHash, at: clock.now() }))
  return { email, password }
}
