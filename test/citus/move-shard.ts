import type { CitusServer } from './server.ts'

/** Moves the shards of some partners from one node to another, with all their tables. */
export async function moveShard(coordinator: CitusServer, database: string): Promise<void> {
  await coordinator.ask(
    database,
    `select citus_move_shard_placement(
       one.shardid, one.nodename, one.nodeport, other.nodename, other.nodeport, 'force_logical')
     from (select shardid, nodename, nodeport from citus_shards
           where table_name = 'books'::regclass order by shardid limit 1) as one
     join pg_dist_node other on other.groupid <> 0
       and (other.nodename, other.nodeport) <> (one.nodename, one.nodeport)
     limit 1`,
  )
}
