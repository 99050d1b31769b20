import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Json } from '../support/client.ts'

const SDK = join(import.meta.dirname, '../../sdk-python')

export interface PythonRun {
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/** Runs a program of this folder with the client at hand, and returns the JSON that it prints. */
export function runPython(name: string, run: PythonRun = {}): Promise<Json> {
  const { args = [], environment = {}, stdin = '' } = run
  const file = join(import.meta.dirname, name)
  const env = { ...process.env, ...environment, SDK, PYTHONDONTWRITEBYTECODE: '1' }
  return new Promise((resolve, reject) => {
    const child = execFile('python3', [file, ...args], { env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${name} failed: ${stderr}`))
      else resolve(JSON.parse(stdout))
    })
    child.stdin?.end(stdin)
  })
}
