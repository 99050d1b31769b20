create index concurrently if not exists wallet_sessions_of_consumer
  on wallet_sessions (partner_id, consumer_id);
