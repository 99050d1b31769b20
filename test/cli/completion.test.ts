import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { tessera } from './fixture.ts'

const run = promisify(execFile)

/** Prints what bash would offer after the words of its arguments, the last one being incomplete. */
const COMPLETE = `
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
_tessera
printf '%s\\n' "\${COMPREPLY[@]}"`

let script = ''

beforeAll(async () => {
  script = (await tessera(['completion', 'bash'])).stdout
})

async function complete(...words: string[]): Promise<string[]> {
  const { stdout } = await run('bash', ['-c', script + COMPLETE, 'bash', 'tessera', ...words])
  return stdout.split('\n').filter((word) => word !== '')
}

test.each([
  [['pri'], ['prices']],
  [
    ['prices', ''],
    ['set', 'compare', 'end', 'list', '--help'],
  ],
  [['prices', 'set', '--disc'], ['--discount']],
  [
    ['prices', 'set', '--partner', '7', '--type', ''],
    ['GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT'],
  ],
  [['prices', 'set', '--type', 'TOP_UP', '--di'], ['--discount']],
  [['wallets', 'status', '7', '8', 'FR'], ['FROZEN']],
  [['archive', 'v'], ['verify']],
  [
    ['completion', ''],
    ['bash', 'zsh', '--help'],
  ],
  // The value of this option can be a file, so the shell completes names of files.
  [['rates', 'set', '--file', ''], []],
])('in bash, %j is completed by %j', async (words, expected) => {
  expect(await complete(...words)).toEqual(expected)
})

test('zsh has the same commands and options', async () => {
  const { stdout } = await tessera(['completion', 'zsh'])
  const [ofBash, ofZsh] = [script, stdout].map((text) => text.slice(0, text.indexOf('_tessera()')))
  expect(ofZsh).toBe(ofBash)
  expect(stdout).toMatch(/compdef _tessera tessera\n$/)
})
