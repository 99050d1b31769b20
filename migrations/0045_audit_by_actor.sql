create index concurrently if not exists audit_by_actor on audit_entries (actor, audit_id);
