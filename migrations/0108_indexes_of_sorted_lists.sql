-- Lists that people sort by name, in lower case of any script, and by time.
create index if not exists partners_by_name
  on partners ((lower(name collate "und-x-icu") collate "C"), partner_id);
create index if not exists alerts_by_time on alerts (raised_at, alert_id);
