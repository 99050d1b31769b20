-- Positions in blocks of codes, as bytes that compare as (block_id, position) do.
create type code_places as range (subtype = bytea, multirange_type_name = code_multiplaces);

-- The places of a reservation. In PL/pgSQL, because a query over the arrays takes four times as
-- long.
create function reserved_places(block_ids uuid[], firsts integer[], quantities integer[])
  returns code_multiplaces
  language plpgsql immutable strict parallel safe set search_path from current
as $$
declare
  places code_places[];
  block bytea;
begin
  for n in 1..cardinality(block_ids) loop
    block := uuid_send(block_ids[n]);
    places[n] := code_places(
      block || int4send(firsts[n]), block || int4send(firsts[n] + quantities[n]));
  end loop;
  return code_multiplaces(variadic places);
end $$;

-- No two reservations have a code in common. An exclusion constraint cannot be added `not valid`,
-- so it begins with new rows, and the next migration adds those of before row by row: nobody waits
-- until all are looked at.
alter table stock_reservations add column is_apart boolean not null default false;
alter table stock_reservations alter column is_apart set default true;
alter table stock_reservations add constraint stock_reservations_apart
  exclude using gist (reserved_places(block_ids, firsts, quantities) with &&)
  where (state = 'RESERVED' and is_apart);
