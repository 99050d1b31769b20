import { AssertionError } from 'node:assert'
import { expect, test } from 'vitest'
import { ConfigError } from '../../src/settings/config.ts'
import { blame } from '../../src/process/start-fault.ts'

test.each([
  new TypeError('that is no function'),
  new RangeError('too long'),
  new AssertionError({ message: 'a balance is a number' }),
  new ConfigError('TESSERA_PORT: is taken'),
])('%s is thrown unchanged', (error) => {
  expect(() => blame('TESSERA_PORT')(error)).toThrow(error)
})

test.each([
  [Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' }), 'Invalid URL'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new Error('no such host'), 'no such host'],
  [new AggregateError([]), 'failed'],
  ['', 'failed'],
])('%s is reported with its setting', (error, told) => {
  expect(() => blame('TESSERA_PORT')(error)).toThrow(
    new ConfigError(`TESSERA_PORT: ${told}`, { cause: error }),
  )
})
