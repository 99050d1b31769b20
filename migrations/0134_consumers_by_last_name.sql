create index concurrently if not exists consumers_by_last_name
  on consumers (partner_id, split_part(lower(full_name collate "und-x-icu") collate "C", ' ', -1));
