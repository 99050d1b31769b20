import { SideProcess } from '../core/mod.ts'
import type { PasswordResult, PasswordWork } from './password-work.ts'

/** The process that hashes passwords. A service has only one, because it takes some 60 MB. */
const hasher = new SideProcess<PasswordWork, PasswordResult>({
  besideUrl: import.meta.url,
  program: 'password-process',
  does: 'hashes passwords',
})

/**
 * Makes the process do one piece of work and returns the result. Only one call may run at a time.
 */
export function askPasswordProcess(work: PasswordWork): Promise<PasswordResult> {
  return hasher.ask(work)
}
