import type pg from 'pg'

/**
 * Makes COMMIT on this connection wait until it is durable, whatever the server, database or role
 * sets by default, now or later: a session setting overrides them. Only `remote_apply` is stronger
 * than `on`, and stays. `local` and `remote_write` are weaker with synchronous standbys, and the
 * same without.
 */
const PIN_DURABILITY = `
  select set_config('synchronous_commit',
    case current_setting('synchronous_commit')
      when 'remote_apply' then 'remote_apply' else 'on' end, false)`

export async function pinDurability(client: pg.ClientBase): Promise<void> {
  await client.query(PIN_DURABILITY)
}
