create index concurrently if not exists audit_by_action on audit_entries (action, audit_id);
