import { expect } from 'vitest'
import type { Environment } from '../../src/settings/config.ts'
import type { Credentials } from '../support/client.ts'
import { tessera } from './fixture.ts'

/** A credential that no service has. */
export const NOBODY: Credentials = {
  clientId: '0f8b6f0e-2d4c-4f6b-9a53-7d1f0c9e4b21',
  apiKey: 'tsk_dGVzc2VyYSBleGFtcGxlIGtleSwgMzIgYnl0ZXMgb2s',
  hmacSecret: 'dGVzc2VyYSBleGFtcGxlIHNlY3JldCwgbm90IHJlYWw=',
}

export function environmentOf(
  url: string,
  { clientId, apiKey, hmacSecret }: Credentials,
): Environment {
  return {
    TESSERA_URL: url,
    TESSERA_CLIENT_ID: clientId,
    TESSERA_API_KEY: apiKey,
    TESSERA_HMAC_SECRET: hmacSecret,
  }
}

interface Diagnosis {
  readonly exitCode: number
  /** The checks that failed, and their texts. */
  readonly wrong: readonly string[]
  readonly right: readonly string[]
}

/** Runs `tessera doctor`. */
export async function doctor(
  environment: Environment,
  ...args: readonly string[]
): Promise<Diagnosis> {
  const { exitCode, stdout } = await tessera(['doctor', ...args], { environment })
  const lines = stdout.trimEnd().split('\n')
  return { exitCode, wrong: linesWith(lines, 'WRONG'), right: linesWith(lines, 'ok') }
}

/** Returns the lines that begin with a mark, without the mark and with single spaces. */
function linesWith(lines: readonly string[], mark: string): string[] {
  return lines
    .filter((line) => line.startsWith(`${mark} `))
    .map((line) => line.slice(mark.length).trim().replaceAll(/ +/g, ' '))
}

const API_KEY = /tsk_(test_)?[\w-]{43}/

/** Expects one wrong check with that line, the exit code 1, and no API key in the output. */
export async function expectWrong(
  environment: Environment,
  line: string | RegExp,
  ...args: readonly string[]
): Promise<void> {
  const { exitCode, wrong, right } = await doctor(environment, ...args)
  expect(wrong).toHaveLength(1)
  expect(wrong[0]).toMatch(line)
  expect(exitCode).toBe(1)
  expect([...right, ...wrong].join('\n')).not.toMatch(API_KEY)
}
