create index events_by_time on events (partner_id, occurred_at);
