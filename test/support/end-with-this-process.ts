import { spawn } from 'node:child_process'

/** Waits for the end of its input; then ends the processes whose ids files below `$1` name. */
const WATCH = `
  read -r _
  find "$1" -name '*.pid' -exec head -qn 1 {} + | xargs -r kill -QUIT
  rm -rf "$1"`

/**
 * Ends what runs below a directory, and removes it, when this process is gone. A killed process
 * cannot do that itself, and would leave PostgreSQL running.
 */
export function endWithThisProcess(dir: string): void {
  const watcher = spawn('sh', ['-c', WATCH, 'sh', dir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Neither keeps this process alive.
  watcher.unref()
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref()
}
