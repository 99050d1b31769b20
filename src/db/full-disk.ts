import { codeOf } from './faults.ts'

const DISK_FULL = '53100'

/** Knows of writes that failed because the disk of the database is full, in any pool. */
export class FullDisk {
  #isSuspected = true

  /** True from the start, and again after such a write, until `hasRoom` finds room. */
  get isSuspected(): boolean {
    return this.#isSuspected
  }

  note(error: unknown): void {
    if (isDiskFull(error)) this.#isSuspected = true
  }

  clear(): void {
    this.#isSuspected = false
  }
}

export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL
}
