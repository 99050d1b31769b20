-- For the removal of parts: whether their request was accepted and waits to be written.
create index concurrently if not exists link_batches_by_parts
  on link_batches (partner_id, parts_id) where waiting_count > 0;
