import { Writable } from 'node:stream'
import { progress as startBar } from '@clack/prompts'
import { MS_PER_SECOND, SECONDS_PER_MINUTE, systemClock } from '../core/mod.ts'
import { colorsFor, type Output, type Terminal } from './terminal.ts'

/** Shows the progress of an upload on a terminal. */
export interface Progress {
  advance(bytes: number): void
  end(): void
}

const BAR_LENGTH = 30
const EXIT_INTERRUPTED = 130
/** The least width for a bar. A terminal of unknown width gets none. */
const COLUMNS_MIN = 72
// eslint-disable-next-line no-control-regex -- the sequences that set colors begin with ESC
const SGR = /\u001B\[[0-9;]*m/g

/**
 * Starts a bar on the terminal's error output. Returns undefined without a terminal or a known
 * size. The bar reads the keyboard while it runs, so nothing else may.
 */
export function startProgress(
  { stdin, stderr }: Terminal,
  { name, bytes }: { readonly name: string; readonly bytes: number | undefined },
): Progress | undefined {
  if (bytes === undefined || stderr.isTTY !== true || stdin.isTTY !== true) return undefined
  if ((stderr.columns ?? 0) < COLUMNS_MIN) return undefined
  const bar = startBar({
    max: bytes,
    size: BAR_LENGTH,
    output: colorsFor(stderr).isColorSupported ? stderr : withoutColors(stderr),
    onCancel: () => process.exit(EXIT_INTERRUPTED),
  })
  // The bar handles Control-C by ending the process with success.
  process.once('exit', endInterrupted)
  const total = megabytes(bytes)
  const beganAt = systemClock.monotonic()
  let sent = 0
  bar.start(`${name}: 0 of ${total}`)
  return {
    advance(more) {
      sent += more
      const elapsedMs = systemClock.monotonic() - beganAt
      bar.advance(more, progressText({ sent, bytes, elapsedMs }))
    },
    end() {
      process.off('exit', endInterrupted)
      bar.stop(`${name}: ${megabytes(sent)} of ${total} sent`)
    },
  }
}

interface Advance {
  readonly sent: number
  readonly bytes: number
  readonly elapsedMs: number
}

const SHOWN_AFTER_MS = 1_000

/**
 * Returns a text such as `12.0 MB of 40.0 MB, 30 %, 1 min 10 s left`. The file is read as fast as
 * its codes are stored, so the time per byte stays about the same. The first second shows no time.
 */
export function progressText({ sent, bytes, elapsedMs }: Advance): string {
  if (sent >= bytes) return `${megabytes(bytes)} sent, importing`
  const percent = Math.floor((sent / bytes) * 100)
  const progress = `${megabytes(sent)} of ${megabytes(bytes)}, ${percent} %`
  if (elapsedMs < SHOWN_AFTER_MS || sent === 0) return progress
  const seconds = Math.ceil((elapsedMs / MS_PER_SECOND) * ((bytes - sent) / sent))
  return `${progress}, ${duration(seconds)} left`
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / SECONDS_PER_MINUTE)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % SECONDS_PER_MINUTE} s`
}

function endInterrupted(): void {
  process.exitCode = EXIT_INTERRUPTED
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/**
 * Removes the bar's colors, which ignore NO_COLOR, and keeps its cursor movements. Writes
 * synchronously, so that later output does not overtake it.
 */
function withoutColors(output: Output): Writable & { columns?: number } {
  const plain = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      output.write(chunk.toString().replaceAll(SGR, ''))
      done()
    },
  })
  return Object.assign(plain, { columns: output.columns ?? 0, isTTY: true })
}
