import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { onTestFinished } from 'vitest'
import { PROJECT, readPage } from '../docs/markdown.ts'
import { ensureBuilt } from '../support/built.ts'
import { removeDirectory } from '../support/remove-directory.ts'

const DOCKERFILE = 'deploy/docker/Dockerfile'
/** Linked rather than copied, because it is large. */
const LINKED = 'node_modules'

/** Content and settings of the image, in a directory of this machine. */
export interface ImageLayout {
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly entryPoint: readonly string[]
  readonly command: readonly string[]
}

/** Makes a directory as the last stage of the Dockerfile does. Removes it after the test. */
export async function makeImageLayout(): Promise<ImageLayout> {
  await ensureBuilt()
  const all = DockerfileParser.parse(readPage(DOCKERFILE)).getInstructions()
  const lastStage = all.slice(all.findLastIndex((one) => one.getKeyword() === 'FROM'))
  const argumentsOf = (keyword: string): string[][] =>
    lastStage
      .filter((one) => one.getKeyword() === keyword)
      .map((one) => one.getArguments().map((argument) => argument.getValue()))
  const directory = mkdtempSync(join(tmpdir(), 'tessera-image-'))
  onTestFinished(() => removeDirectory(directory))
  for (const paths of argumentsOf('COPY')) copyInto(directory, paths)
  return {
    directory,
    environment: Object.fromEntries(argumentsOf('ENV').flat().map(variableOf)),
    entryPoint: wordsOf(argumentsOf('ENTRYPOINT')),
    command: wordsOf(argumentsOf('CMD')),
  }
}

function copyInto(directory: string, paths: readonly string[]): void {
  const target = paths.at(-1) ?? ''
  for (const source of paths.slice(0, -1)) {
    const from = join(PROJECT, source.replace('/app/', ''))
    const to = join(directory, target, target.endsWith('/') ? basename(from) : '')
    mkdirSync(dirname(to), { recursive: true })
    if (target === LINKED) symlinkSync(from, join(directory, LINKED))
    else cpSync(from, to, { recursive: true })
  }
}

function variableOf(text: string): [string, string] {
  const [name = '', ...value] = text.split('=')
  return [name, value.join('=')]
}

/** The words of a program in the form `["node", "bin/tessera.js"]`. */
function wordsOf(instructions: readonly (readonly string[])[]): string[] {
  return JSON.parse(instructions.at(-1)?.join(' ') ?? '[]')
}
