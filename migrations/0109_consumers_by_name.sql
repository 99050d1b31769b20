create index concurrently if not exists consumers_by_name
  on consumers (partner_id, (lower(full_name collate "und-x-icu") collate "C"), consumer_id);
