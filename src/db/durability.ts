import { oneRow, type Db } from './db.ts'
import { sql } from './sql.ts'

/** A setting with which a crash may lose commits, and how to fix it. */
export interface DurabilityFlaw {
  readonly setting: string
  /** True if commits of this service are at risk. */
  readonly isOurs: boolean
  /** One line. */
  readonly message: string
}

/**
 * Returns the flaws of the server's settings, the worst first. A server that ignores flushes loses
 * commits, whatever its sessions set. A default of `synchronous_commit = off` does not endanger us,
 * because `pinSession` overrides it, but changes made by hand could be lost.
 */
export async function durabilityFlaws(db: Db): Promise<DurabilityFlaw[]> {
  const settings = await oneRow(
    db,
    sql<DurabilitySettings>`
      select current_setting('fsync') as fsync,
        current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit,
        (select reset_val from pg_settings where name = 'synchronous_commit') as others`,
  )
  return flawsOf(settings)
}

interface DurabilitySettings {
  readonly fsync: string
  readonly full_page_writes: string
  readonly synchronous_commit: string
  /** The `synchronous_commit` of a session that does not set it. */
  readonly others: string
}

const DURABLE = new Set(['on', 'remote_apply'])

function flawsOf(settings: DurabilitySettings): DurabilityFlaw[] {
  const flaws: DurabilityFlaw[] = []
  for (const setting of ['fsync', 'full_page_writes'] as const) {
    if (settings[setting] === 'on') continue
    const danger = 'a crash of its machine would lose commits, or damage the database'
    const message = `${setting} of the database is off: ${danger}; ${remedyOf(setting)}`
    flaws.push({ setting, isOurs: true, message })
  }
  const { synchronous_commit: ours, others } = settings
  const setting = 'synchronous_commit'
  if (!DURABLE.has(ours)) {
    const problem = `synchronous_commit of the sessions of Tessera is ${ours}`
    const message = `${problem}: something between, such as a pooler, drops the option that sets it`
    flaws.push({ setting, isOurs: true, message })
  } else if (others === 'off') {
    const fault = 'synchronous_commit of the database is off: only sessions of Tessera set it on'
    flaws.push({ setting, isOurs: false, message: `${fault}; ${remedyOf(setting)}` })
  }
  return flaws
}

function remedyOf(setting: string): string {
  return `set it on: alter system set ${setting} = on; select pg_reload_conf()`
}
