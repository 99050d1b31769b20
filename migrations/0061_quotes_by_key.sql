create unique index concurrently if not exists quotes_by_key
  on quotes (partner_id, idempotency_key);
