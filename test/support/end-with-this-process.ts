import { spawn } from 'node:child_process'

/** Waits for the end of its input, then ends the processes whose ids are in files below `$1`. */
const WATCH = `
  read -r _
  find "$1" -name '*.pid' -exec head -qn 1 {} + | xargs -r kill -QUIT
  rm -rf "$1"`

/**
 * Ends the servers whose files are in a directory, and removes it, when this process is gone. A
 * killed process cannot do that itself, and would leave PostgreSQL running.
 */
export function endWithThisProcess(dir: string): void {
  const watcher = spawn('sh', ['-c', WATCH, 'sh', dir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Neither the watcher nor its input keeps this process alive.
  watcher.unref()
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref()
}
