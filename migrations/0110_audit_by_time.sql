create index concurrently if not exists audit_by_time on audit_entries (occurred_at, audit_id);
