import { openSync, readSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import promises from 'node:timers/promises'
import { promisify } from 'node:util'
import { isMainThread } from 'node:worker_threads'

// Loaded into a simulated process, before its own code: the machine's clock is ahead by AHEAD_MS,
// or behind, and time also leaps by what LEAPS_FILE says (virtual-time.ts). Timers of libraries
// follow as well, and a process in production has none of this.

const { AHEAD_MS: ahead, LEAPS_FILE: leapsFile } = process.env
const LEAPS_BYTES = 16
/** Work that is under way outside of this thread, or that is due at once. */
const BUSY = /Req|Job|Immediate|ConnectWrap/

const leaps = openSync(leapsFile, 'r')
const bytes = Buffer.alloc(LEAPS_BYTES)
function leaptMs() {
  readSync(leaps, bytes, 0, LEAPS_BYTES, 0)
  return Number(bytes.toString('latin1'))
}

const { now } = Date
const monotonic = performance.now.bind(performance)
const own = { set: timers.setTimeout, clear: timers.clearTimeout }
const time = () => monotonic() + leaptMs()
Date.now = () => now() + Number(ahead) + leaptMs()
performance.now = time

/** The timers that have not fired, in the order in which they were set. */
const pending = new Map()
let lastId = 0

/** A timer that a leap may make due. It has the methods of one of Node.js. */
class Timer {
  #id = (lastId += 1)
  #native
  #isRef = true

  constructor(callback, ms, { args, repeats }) {
    this.ms = ms >= 1 ? Math.min(ms, 2 ** 31 - 1) : 1
    this.fire = () => {
      if (!repeats) this.close()
      callback(...args)
      if (repeats && pending.has(this.#id)) this.refresh()
    }
    this.refresh()
  }

  refresh() {
    this.dueAt = time() + this.ms
    pending.set(this.#id, this)
    this.arm()
    return this
  }

  arm() {
    own.clear(this.#native)
    this.#native = own.set(this.fire, this.dueAt - time())
    if (!this.#isRef) this.#native.unref()
  }

  ref() {
    this.#isRef = true
    this.#native.ref()
    return this
  }

  unref() {
    this.#isRef = false
    this.#native.unref()
    return this
  }

  hasRef() {
    return this.#isRef
  }

  close() {
    own.clear(this.#native)
    pending.delete(this.#id)
    return this
  }

  [Symbol.toPrimitive]() {
    return this.#id
  }
}

function clear(timer) {
  const found = typeof timer === 'object' ? timer : pending.get(Number(timer))
  if (found instanceof Timer) found.close()
  else own.clear(timer)
}

function over(ms, value, { signal, ref = true } = {}) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(value), ms)
    if (!ref) timer.unref()
    const abort = () => {
      clear(timer)
      reject(signal.reason)
    }
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

if (isMainThread) {
  Object.assign(timers, {
    setTimeout: (callback, ms, ...args) => new Timer(callback, ms, { args, repeats: false }),
    setInterval: (callback, ms, ...args) => new Timer(callback, ms, { args, repeats: true }),
    clearTimeout: clear,
    clearInterval: clear,
  })
  timers.setTimeout[promisify.custom] = over
  promises.setTimeout = over
  const { setTimeout, setInterval } = timers
  Object.assign(globalThis, { setTimeout, setInterval })
  Object.assign(globalThis, { clearTimeout: clear, clearInterval: clear })
  AbortSignal.timeout = (ms) => {
    const end = new AbortController()
    setTimeout(() => end.abort(new DOMException('timed out', 'TimeoutError')), ms).unref()
    return end.signal
  }
  syncBuiltinESMExports()
  process.on('message', (message) => {
    if (message === 'leapt') rearm()
    // What has arrived by now is handled first.
    else setImmediate(() => setImmediate(() => process.send({ ...message, ...state() })))
  })
  process.channel.unref()
}

/** Those that are due earlier also fire earlier. */
function rearm() {
  for (const timer of [...pending.values()].toSorted((one, other) => one.dueAt - other.dueAt)) {
    timer.arm()
  }
}

/** The time until the next timer is due, and whether nothing else happens until then. */
function state() {
  const isBusy = process.getActiveResourcesInfo().some((name) => BUSY.test(name))
  const dues = Array.from(pending.values(), ({ dueAt }) => dueAt)
  return { isBusy, dueMs: Math.min(...dues, Number.MAX_SAFE_INTEGER + time()) - time() }
}
