import { InvalidArgumentError } from 'commander'
import { loadConfig, type Config } from '../settings/mod.ts'
import { readTransitKey, wrappedKeyText, type TransitKey } from '../core/mod.ts'
import {
  joinMasterKey,
  SHARES_MAX,
  splitMasterKey,
  storedMasterKey,
  THRESHOLD_MIN,
  unwrapMasterKey,
  wrapByAws,
  wrapByVault,
  writeDurably,
} from '../vault/mod.ts'
import { CommandFailure, faultCodeOf, UsageFailure } from './failure.ts'
import type { Build, Invocation } from './invocation.ts'
import { readFileOrStdin } from './sources.ts'
import { writeLine } from './terminal.ts'

/** The command `keys split`, which needs no service. */
export const SPLIT: Build = (command, invocation) => {
  command
    .description('split the master key into shares, a line each, for people who keep them apart')
    .requiredOption('--shares <number>', 'number of shares', count)
    .requiredOption('--threshold <number>', 'number of shares that restore the key', count)
    .addHelpText('after', SPLIT_HELP)
    .action((options: SplitOptions) => split(invocation, options))
}

/** The command `keys join`, which needs no service. */
export const JOIN: Build = (command, invocation) => {
  command
    .description('restore the master key from shares, and print it')
    .argument('[files...]', 'files with shares, a line each; - or none: the standard input')
    .option('--out <file>', 'write the key to a new file of its owner alone, and print nothing')
    .addHelpText('after', JOIN_HELP)
    .action((files: string[], options: { out?: string }) => join(invocation, files, options))
}

/** The command `keys wrap`, which needs no service. */
export const WRAP: Build = (command, invocation) => {
  command
    .description('print the master key wrapped by a key of a KMS, for TESSERA_MASTER_KEY')
    .option('--aws <key>', 'a key of AWS KMS: its id, ARN or alias')
    .option('--vault <path>', "a key of Vault's engine Transit, as in transit/tessera", transitKey)
    .addHelpText('after', WRAP_HELP)
    .action((options: WrapOptions) => wrap(invocation, options))
}

interface SplitOptions {
  readonly shares: number
  readonly threshold: number
}

async function split(
  { environment, terminal }: Invocation,
  { shares, threshold }: SplitOptions,
): Promise<void> {
  if (threshold > shares) throw new UsageFailure('--threshold must not exceed --shares')
  const key = await ownMasterKey(loadConfig(environment))
  for (const share of await splitMasterKey(key, { shares, threshold })) {
    writeLine(terminal.stdout, share)
  }
  writeLine(
    terminal.stderr,
    `each line is a share: give each to another person; any ${threshold} of the ${shares} ` +
      'restore the master key',
  )
}

/** Returns the master key that the service would use. Throws if there is none. */
async function ownMasterKey({ masterKey, dataDir, ...kms }: Config): Promise<Buffer> {
  if (masterKey) return unwrapMasterKey(masterKey, kms)
  const key = await storedMasterKey(dataDir)
  if (key) return key
  throw new CommandFailure(
    `no master key: set TESSERA_MASTER_KEY, or TESSERA_DATA_DIR to the service's data ` +
      `directory (${dataDir} has no master.key)`,
  )
}

interface WrapOptions {
  readonly aws?: string
  readonly vault?: TransitKey
}

async function wrap(
  { environment, terminal }: Invocation,
  { aws, vault }: WrapOptions,
): Promise<void> {
  const config = loadConfig(environment)
  if ((aws === undefined) === (vault === undefined)) {
    throw new UsageFailure('name one key: --aws or --vault')
  }
  const key = await ownMasterKey(config)
  const wrapped = vault ? await wrapByVault(key, vault, config) : await wrapByAws(key, aws ?? '')
  writeLine(terminal.stdout, wrappedKeyText(wrapped))
}

async function join(
  { terminal }: Invocation,
  files: readonly string[],
  { out }: { out?: string },
): Promise<void> {
  const lines: string[] = []
  for (const file of files.length > 0 ? files : ['-']) {
    const text = (await readFileOrStdin(file, terminal)).toString('utf8')
    lines.push(...text.split('\n').filter((line) => line.trim() !== ''))
  }
  const key = (await joinMasterKey(lines)).toString('base64')
  if (out === undefined) return writeLine(terminal.stdout, key)
  await writeDurably(out, `${key}\n`).catch((error: unknown) => {
    throw new CommandFailure(`cannot write ${out} (${faultCodeOf(error)})`, { cause: error })
  })
}

function transitKey(text: string): TransitKey {
  const key = readTransitKey(text)
  if (key) return key
  throw new InvalidArgumentError('It must be the path of the engine and the name of the key.')
}

function count(text: string): number {
  const value = Number(text)
  if (/^\d{1,3}$/.test(text) && value >= THRESHOLD_MIN && value <= SHARES_MAX) return value
  throw new InvalidArgumentError(
    `It must be a whole number from ${THRESHOLD_MIN} to ${SHARES_MAX}.`,
  )
}

const SPLIT_HELP = `
The key is that of TESSERA_MASTER_KEY, or master.key of the data directory TESSERA_DATA_DIR.
Fewer shares than the threshold reveal nothing of it. After a rotation, split the new key.

Example:
  $ tessera keys split --shares 5 --threshold 3`

const WRAP_HELP = `
The key is that of TESSERA_MASTER_KEY, or master.key of the data directory TESSERA_DATA_DIR. AWS KMS
is configured as for other AWS clients (AWS_REGION, a role); Vault by VAULT_ADDR and VAULT_TOKEN.

Examples:
  $ tessera keys wrap --aws alias/tessera
  $ tessera keys wrap --vault transit/tessera`

const JOIN_HELP = `
Examples:
  $ tessera keys join share-1.txt share-3.txt share-4.txt --out data/master.key
  $ TESSERA_MASTER_KEY=$(tessera keys join) tessera serve`
