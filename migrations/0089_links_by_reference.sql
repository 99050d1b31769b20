create index concurrently if not exists links_by_reference on links (partner_id, reference)
  where reference is not null;
