import { execFileSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { askPasswordProcess } from '../../src/identity/password-client.ts'
import { eventually } from '../support/eventually.ts'

const WORK = {
  kind: 'hash',
  password: 'correct horse battery staple',
  personalWords: undefined,
} as const

/** The process that hashes passwords for this one, if it runs. */
function passwordProcess(): { pid: number; environment: string } | undefined {
  const ps = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,command='], { encoding: 'utf8' })
  const own = ps.split('\n').find((line) => {
    return Number(line.trim().split(/\s+/)[0]) === process.pid && line.includes('password-process')
  })
  const pid = Number(own?.trim().split(/\s+/)[1])
  if (!own) return undefined
  return { pid, environment: execFileSync('ps', ['eww', '-p', String(pid)], { encoding: 'utf8' }) }
}

test('passwords are hashed by a process of lower priority, which does not get the keys of the service', async () => {
  process.env['TESSERA_MASTER_KEY'] = 'a-key-of-this-process'
  const hashed = await askPasswordProcess(WORK)
  delete process.env['TESSERA_MASTER_KEY']
  const { pid, environment } = passwordProcess() ?? expect.unreachable()

  expect(hashed).toEqual({ hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) })
  expect(getPriority(pid)).toBeGreaterThan(getPriority())
  expect(environment).not.toContain('a-key-of-this-process')
})

test('if the process is killed, its requests fail, and the next request starts a new one', async () => {
  await askPasswordProcess(WORK)
  const killed = passwordProcess() ?? expect.unreachable()
  const hashing = askPasswordProcess(WORK)
  process.kill(killed.pid, 'SIGKILL')
  await hashing.catch((error: Error) => expect(error.message).toContain('SIGKILL'))
  await eventually(() => expect(passwordProcess()?.pid).not.toBe(killed.pid))

  expect(await askPasswordProcess(WORK)).toHaveProperty('hash')
})
