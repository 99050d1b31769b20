-- One row, which a crash of the server takes away, and the promotion of a standby: both empty every
-- unlogged table. What for: src/db/outcome.ts.
create unlogged table server_life (
  only_row boolean primary key default true check (only_row),
  life_id uuid not null default gen_random_uuid()
);
