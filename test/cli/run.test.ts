import { expect, test, vi } from 'vitest'
import { run } from '../../src/cli/mod.ts'
import { ConfigError } from '../../src/settings/config.ts'
import { NO_PROCESSES, operatorOf, startStub, tessera } from './fixture.ts'

const ends = (): Promise<number> => Promise.resolve(1)
const fails = (): Promise<number> =>
  Promise.reject(new ConfigError('TESSERA_PORT must be a whole number'))

test.each([
  [['serve'], ['serve', {}]],
  [
    ['serve', '--role', 'worker'],
    ['serve', { role: 'worker' }],
  ],
  [['demo'], ['demo', {}]],
  [
    ['demo', '--month'],
    ['demo', { month: true }],
  ],
  [
    ['demo', '--no-month'],
    ['demo', { month: false }],
  ],
  [['migrate'], ['migrate', {}]],
  [
    ['migrate', '--expand'],
    ['migrate', { expand: true }],
  ],
  [
    ['distribute', '--shards', '64'],
    ['distribute', { shards: 64 }],
  ],
  [
    ['stand-in', 'tillo', '--port', '0'],
    ['standIn', { name: 'tillo', port: 0 }],
  ],
  [
    ['backup', '--keep', '7'],
    ['backup', { keep: 7 }],
  ],
  [
    ['restore', 'restored', '--to', '2026-01-31T14:03:00Z', '--timeline', '2'],
    ['restore', { directory: 'restored', to: Date.UTC(2026, 0, 31, 14, 3), timeline: 2 }],
  ],
  [
    ['archive', '--before', '2026-01-31', '--to', 'kept'],
    ['archive', { directory: 'kept', before: Date.UTC(2026, 0, 31) }],
  ],
])('%j starts its process with its options', async (argv, started) => {
  const outcome = await tessera(argv)

  expect(outcome).toMatchObject({ exitCode: 0, started: [started] })
})

test('a process that cannot start is reported in one line, with exit code 1', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)

  const exitCode = await run(['serve'], { ...NO_PROCESSES, serve: fails })
  const output = write.mock.calls.map(([chunk]) => String(chunk)).join('')
  write.mockRestore()

  expect(exitCode).toBe(1)
  expect(output).toBe('error: TESSERA_PORT must be a whole number\n')
})

test('the exit code of a process is that of the command', async () => {
  expect(await run(['migrate'], { ...NO_PROCESSES, migrate: ends })).toBe(1)
})

test('help and version have exit code 0, and go to the standard output', async () => {
  const help = await tessera(['--help'])
  const version = await tessera(['--version'])

  expect(help).toMatchObject({ exitCode: 0, stderr: '' })
  for (const group of ['partners', 'credentials', 'deposits', 'products', 'codes', 'rates']) {
    expect(help.stdout).toContain(`\n  ${group} `)
  }
  expect(version).toMatchObject({ exitCode: 0, stderr: '' })
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test.each([
  ['call', '$ tessera call POST /v2/orders --data'],
  ['codes import', '$ tessera codes import 12 codes.csv'],
  ['rates set', '$ tessera rates set USD EUR 0.92'],
])('the help of %s has an example', async (command, example) => {
  const { exitCode, stdout } = await tessera([...command.split(' '), '--help'])

  expect(exitCode).toBe(0)
  expect(stdout).toContain(example)
})

test('colors are for terminals, and NO_COLOR turns them off', async () => {
  const stub = await startStub({ status: 200, body: { data: { status: 'ACTIVE' } } })
  const environment = operatorOf(stub)
  const show = ['partners', 'show', '7']
  vi.stubEnv('NO_COLOR', undefined)
  vi.stubEnv('NODE_DISABLE_COLORS', undefined)
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('CI', undefined)
  vi.stubEnv('TERM', 'xterm-256color')

  const piped = await tessera(show, { environment })
  const colored = await tessera(show, { environment, isTerminal: true })
  vi.stubEnv('NO_COLOR', '1')
  const plain = await tessera(show, { environment, isTerminal: true })
  vi.unstubAllEnvs()

  expect(piped.stdout).toBe('status  ACTIVE\n')
  expect(colored.stdout).toContain('\u001B[32mACTIVE\u001B[39m')
  expect(plain.stdout).toBe('status  ACTIVE\n')
})
