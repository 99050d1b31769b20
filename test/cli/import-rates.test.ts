import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, operatorOf, startStub, tessera } from './fixture.ts'

const RESULT = {
  format: 'csv',
  source: 'the bank',
  effectiveAt: '2026-10-02T14:00:00.000Z',
  dryRun: false,
  rates: [
    { from: 'USD', to: 'EUR', rate: 0.9, before: 0.5 },
    { from: 'EUR', to: 'USD', rate: 1.1 },
  ],
  forced: [{ pair: 'USD/EUR', before: 0.5, after: 0.9, percent: 80 }],
  unknownCurrencies: ['HRK'],
}

test('rates import sends the file, and prints the result', async () => {
  const stub = await startStub({ status: 201, body: { data: RESULT } })
  const environment = operatorOf(stub)
  const file = join(await makeDirectory(), 'rates.csv')
  await writeFile(file, 'USD,EUR,0.9\nEUR,USD,1.1\n')
  const force = ['--source', 'the bank', '--force', '--reason', 'a slip']

  const outcome = await tessera(['rates', 'import', file, ...force], { environment })

  expect(outcome).toMatchObject({
    exitCode: 0,
    stdout:
      'from  to   before  rate\n' +
      'USD   EUR  0.5     0.9\n' +
      'EUR   USD  -       1.1\n\n' +
      '2 rates recorded: the bank, from 2026-10-02T14:00:00.000Z on\n' +
      'no currencies: HRK\n' +
      'despite the guard\n' +
      'pair     before  after  percent\n' +
      'USD/EUR  0.5     0.9    80\n',
  })
  expect(stub.received[0]).toMatchObject({
    method: 'POST',
    target: '/admin/v1/fx-rates/import?source=the+bank&force=true&reason=a+slip',
  })
  expect(stub.received[0]?.headers['content-type']).toBe('text/csv')
  expect(stub.received[0]?.body.toString()).toBe('USD,EUR,0.9\nEUR,USD,1.1\n')
})

test('XML is recognized by its first character, and every option is sent', async () => {
  const stub = await startStub({ status: 200, body: { data: { ...RESULT, dryRun: true } } })
  const environment = operatorOf(stub)
  const options = ['--dry-run', '--currencies', 'usd, eur', '--effective-at', '2026-10-02T14:00Z']

  const outcome = await tessera(['rates', 'import', '-', ...options], {
    environment,
    stdin: '\n<a/>',
  })

  expect(outcome.stdout).toContain('2 rates would be recorded')
  const query = 'currencies=USD%2CEUR&effectiveAt=2026-10-02T14%3A00Z&dryRun=true'
  expect(stub.received[0]?.target).toBe(`/admin/v1/fx-rates/import?${query}`)
  expect(stub.received[0]?.headers['content-type']).toBe('text/xml')
})

test('--force without a reason is not sent', async () => {
  const stub = await startStub({ status: 201, body: { data: RESULT } })
  const environment = operatorOf(stub)

  const outcome = await tessera(['rates', 'import', '-', '--force'], { environment, stdin: 'x' })

  expect(outcome.exitCode).toBe(2)
  expect(stub.received).toEqual([])
})
