// Imports files of a built folder, and prints their faults. Those that are loaded later than at a
// start come first, each in a thread of its own; then the others, in one thread.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const LATER = /\bimport\("\.\/([^"]+)"\)/g

if (isMainThread) {
  process.stdout.write(JSON.stringify(await importAll(process.argv.slice(2))))
} else if (parentPort) await importEach(workerData.files, parentPort)

/**
 * @param {string[]} files
 * @param {import('node:worker_threads').MessagePort} port
 */
async function importEach(files, port) {
  for (const file of files) {
    await import(pathToFileURL(file).href).catch((/** @type {unknown} */ error) =>
      port.postMessage(`${basename(file)}: ${String(error)}`),
    )
  }
}

/**
 * All files of the folder that a file is in, programs included.
 *
 * @param {string} file
 */
function texts(file) {
  const folder = dirname(file)
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** @param {string} text */
function namedIn(text) {
  return Array.from(text.matchAll(LATER), ([, name]) => name)
}

/** @param {string[]} files */
async function importAll(files) {
  const later = new Set(texts(files[0]).flatMap((text) => namedIn(text)))
  const alone = files.filter((file) => later.has(basename(file)))
  const rest = files.filter((file) => !alone.includes(file))
  const faults = []
  for (const group of [...alone.map((file) => [file]), rest]) {
    faults.push(...(await faultsOf(group)))
  }
  return { faults, alone: alone.length }
}

/**
 * @param {string[]} files
 * @returns {Promise<string[]>}
 */
function faultsOf(files) {
  /** @type {string[]} */
  const faults = []
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { files } })
  worker.on('message', (fault) => faults.push(fault))
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve(faults))
  })
}
