import { pathToFileURL } from 'node:url'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { PasswordResult, PasswordWork } from './password-work.ts'
import { weaknessOf } from './weak-passwords.ts'

/** Argon2id with 19 MiB and two passes, the first recommendation of OWASP. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The entry of the process that hashes and judges passwords, one after the other. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) serve()

function serve(): void {
  // A terminal sends signals to all its processes. This one ignores them, and ends when the service
  // closes the channel.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', (work: PasswordWork) => {
    void resultOf(work).then((result) => process.send?.(result))
  })
}

async function resultOf(work: PasswordWork): Promise<PasswordResult> {
  if (work.kind === 'verify') return { isSame: verifySync(work.stored, work.password) }
  const { password, personalWords } = work
  const weakness = personalWords && (await weaknessOf(password, personalWords))
  return weakness === undefined ? { hash: hashSync(password, ARGON2ID) } : { weakness }
}
