create index concurrently if not exists links_by_address on links (partner_id, email_blind)
  where email_blind is not null;
