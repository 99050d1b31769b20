import { codeOf } from './faults.ts'

const DISK_FULL = '53100'

/** Records writes that failed, in any pool, because the disk of the database is full. */
export class FullDisk {
  #isSuspected = true

  /** True at the start and after such a write, until `hasRoom` finds room. */
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
