create index concurrently if not exists links_by_phone on links (partner_id, phone_blind)
  where phone_blind is not null;
