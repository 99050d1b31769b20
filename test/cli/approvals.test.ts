import { expect, test } from 'vitest'
import { operatorOf, startStub, tessera } from './fixture.ts'

const SESSION = { 'set-cookie': '__Host-tessera=abc; Path=/; Secure; HttpOnly' }
const DEPOSIT = ['deposits', 'create', '7', 'USD', '25000', '--reference', 'wire-1']

function pendingApproval(approvers: number) {
  const data = { approvalId: 12, kind: 'deposits', state: 'PENDING', approvers }
  return { status: 202, headers: { location: '/admin/v1/approvals/12' }, body: { data } }
}

test('a command whose act waits for another user says so, and what to do next', async () => {
  const stub = await startStub(pendingApproval(2))

  const { exitCode, stdout } = await tessera(DEPOSIT, { environment: operatorOf(stub) })

  expect(exitCode).toBe(0)
  expect(stdout).toContain(
    'nothing was done yet: another user must approve it; see tessera approvals show 12\n',
  )
})

test('if no other user may approve an act, the error says to invite one, also as JSON', async () => {
  const stub = await startStub(pendingApproval(0))
  const environment = operatorOf(stub)

  const { stdout, stderr } = await tessera([...DEPOSIT, '--json'], { environment })

  expect(JSON.parse(stdout)).toMatchObject({ approvalId: 12 })
  expect(stderr).toContain('No other user may: invite one with tessera users invite')
})

test.each([
  ['approve', ['--seen', '5f0c2a9b1e7d4c38'], { seen: '5f0c2a9b1e7d4c38' }],
  ['reject', ['--reason', 'not ours'], { reason: 'not ours' }],
])('%s signs a user in, decides as that user, and signs out', async (verb, options, body) => {
  const answer = { data: { status: 'SIGNED_IN', state: 'EXECUTED' } }
  const stub = await startStub({ status: 200, headers: SESSION, body: answer })
  const argv = ['approvals', verb, '12', '--as', 'ben@example.com', ...options]

  const outcome = await tessera(argv, { environment: operatorOf(stub), stdin: 'correct horse\n' })

  expect(outcome.exitCode).toBe(0)
  const [signIn, decision, signOut] = stub.received
  expect(stub.received.map(({ target }) => target)).toEqual([
    '/auth/v1/sign-in',
    `/admin/v1/approvals/12/${verb}`,
    '/auth/v1/sign-out',
  ])
  expect(JSON.parse(String(signIn?.body))).toEqual({
    email: 'ben@example.com',
    password: 'correct horse',
  })
  expect(JSON.parse(String(decision?.body))).toEqual(body)
  for (const sent of [decision, signOut]) {
    expect(sent?.headers).toMatchObject({
      cookie: '__Host-tessera=abc',
      origin: stub.url,
      'x-tessera-csrf': '1',
    })
    expect(sent?.headers.authorization).toBeUndefined()
  }
})

test('an approved act that was refused is a failure', async () => {
  const answer = { data: { status: 'SIGNED_IN', state: 'FAILED' } }
  const stub = await startStub({ status: 200, headers: SESSION, body: answer })
  const argv = ['approvals', 'approve', '12', '--as', 'ben@example.com', '--seen', 'x']

  const outcome = await tessera(argv, { environment: operatorOf(stub), stdin: 'secret' })

  expect(outcome.exitCode).toBe(1)
})

test('without a password nothing is sent, and with a second factor nothing is decided', async () => {
  const answer = { data: { status: 'SECOND_FACTOR' } }
  const stub = await startStub({ status: 200, headers: SESSION, body: answer })
  const environment = operatorOf(stub)
  const argv = ['approvals', 'reject', '12', '--as', 'ben@example.com', '--reason', 'no']

  expect((await tessera(argv, { environment })).exitCode).toBe(1)
  expect(stub.received).toEqual([])
  const outcome = await tessera(argv, { environment, stdin: 'secret' })

  expect(outcome).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('second factor') })
  expect(stub.received).toHaveLength(1)
})
