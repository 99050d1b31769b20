import { expect, test } from 'vitest'
import { operatorOf, startStub, tessera } from './fixture.ts'

const CLIENT = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'

test.each([
  ['deposits', 'create', '7', 'USD', '1'],
  ['deposits', 'create', '7', 'USD', '1e3', '--reference', 'r'],
  ['deposits', 'create', '7', 'USD', '1,50', '--reference', 'r'],
  ['deposits', 'create', '7', 'USD', '-1', '--reference', 'r'],
  ['deposits', 'create', '7', 'USD', '1.0000000000000000001', '--reference', 'r'],
  ['deposits', 'create', '7', 'XXX', '1', '--reference', 'r'],
  ['deposits', 'create', '7', 'USD', '100000.01', '--reference', 'r'],
  ['deposits', 'create', '7', 'JPY', '10000001', '--reference', 'r'],
  ['deposits', 'create', '7', 'KWD', '10000.001', '--reference', 'r'],
  ['deposits', 'reverse', '7', 'USD', '1', '--reference', 'r'],
  ['partners', 'update', '7'],
  ['partners', 'update', '7', '--status', 'GONE'],
  ['partners', 'show', ''],
  ['partners', 'show', '..'],
  ['partners', 'create', 'one', 'two'],
  ['partners', 'nothing'],
  ['partners'],
  ['products', 'create', '--brand', 'N'],
  ['products', 'update', '3'],
  ['products', 'update', '3', '--fixed', '5', '--min', '1'],
  ['products', 'update', '3', '--supplier-settings', '{'],
  ['rates', 'set', 'USD', 'EUR'],
  ['rates', 'set', 'USD', 'EUR', '9.2', '--force'],
  ['rates', 'history', 'USD'],
  ['rates', 'set', 'USD', 'EUR', '1', '--file', 'rates.csv'],
  ['stock', 'update', '3'],
  ['stock', 'update', '3', '--low-stock-threshold', 'many'],
  ['lots', 'recall', '3', 'A'],
  ['codes', 'import', '3', '-', '--resume', CLIENT, '--dry-run'],
  ['imports', 'report', '3', '..'],
  ['orders', 'cancel', 'ord_1'],
  ['orders', 'list', '--status', 'LOST'],
  ['orders', 'list', '--amount', '5'],
  ['orders', 'list', '--currency', 'USD'],
  ['wallets', 'status', '7', '8', 'LOST', '--reason', 'r'],
  ['keys', 'rotate'],
  ['keys', 'rotate', '--master', '--data'],
  ['keys', 'rotate', '--master', '--purpose', 'codes'],
  ['keys', 'rotate', '--data', '--purpose', 'blind_index'],
  ['keys', 'retire', '..'],
  ['serve', '--role', 'boss'],
  ['unknown'],
  [],
])('tessera %s %s %s %s %s makes no sense: exit code 2, nothing is sent', async (...argv) => {
  const stub = await startStub({ status: 200, body: { data: {} } })

  const outcome = await tessera(argv, { environment: operatorOf(stub) })

  expect(outcome).toMatchObject({ exitCode: 2, stdout: '' })
  expect(outcome.stderr).not.toBe('')
  expect(stub.received).toEqual([])
})

test('a deposit that needs a confirmation says above which amount, and how to confirm it', async () => {
  const stub = await startStub({ status: 200, body: { data: {} } })
  const argv = ['deposits', 'create', '7', 'usd', '9999999999', '--reference', 'r']

  const { stderr } = await tessera(argv, { environment: operatorOf(stub) })

  expect(stderr).toBe(
    'error: 9999999999 USD is above 100000.00 USD; if it is right, add --confirm 9999999999\n' +
      '(--help tells more)\n',
  )
})
