import type pg from 'pg'

/**
 * Has COMMIT wait until it is durable, on this connection, whatever the server, the database or the
 * role sets by default or will set later: a setting of the session outranks all of these. Only
 * `remote_apply` promises more than `on`, and stays; `local` and `remote_write` promise less where
 * there are synchronous standbys, and the same where there are none.
 */
const PIN_DURABILITY = `
  select set_config('synchronous_commit',
    case current_setting('synchronous_commit')
      when 'remote_apply' then 'remote_apply' else 'on' end, false)`

export async function pinDurability(client: pg.ClientBase): Promise<void> {
  await client.query(PIN_DURABILITY)
}
