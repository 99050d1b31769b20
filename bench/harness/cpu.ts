import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1_024
const SAMPLE_MS = 5
/** Indexes of fields in /proc/PID/stat, counted after the name in brackets. */
const [PARENT, USER, SYSTEM, DEAD_USER, DEAD_SYSTEM] = [1, 11, 12, 13, 14]

/**
 * Returns the CPU seconds that a process has used so far, with all its descendants, also ended
 * ones. Reads /proc; NaN on systems without it.
 */
export function cpuSeconds(pid: number): number {
  try {
    const children = childrenByParent()
    return ticksOf(pid, children) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

function ticksOf(pid: number, children: ReadonlyMap<number, readonly number[]>): number {
  const fields = statOf(pid)
  const own = [USER, SYSTEM, DEAD_USER, DEAD_SYSTEM].map((at) => Number(fields[at] ?? 0))
  const below = (children.get(pid) ?? []).map((child) => ticksOf(child, children))
  return [...own, ...below].reduce((sum, ticks) => sum + ticks, 0)
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(statOf(Number(name))[PARENT] ?? 0)
    const siblings = children.get(parent)
    if (siblings) siblings.push(Number(name))
    else children.set(parent, [Number(name)])
  }
  return children
}

/** Returns the fields after the name; none if the process has ended. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Returns the resident memory of a process in MiB; NaN without /proc or such a process. */
export function memoryMiB(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / KIB_PER_MIB
  } catch {
    return Number.NaN
  }
}

/** Returns the most resident memory, in MiB, that a process had during `work`. */
export async function peakMemoryMiB(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = memoryMiB(pid)
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryMiB(pid))
  }, SAMPLE_MS)
  try {
    await work()
  } finally {
    clearInterval(sampling)
  }
  return Math.max(peak, memoryMiB(pid))
}
