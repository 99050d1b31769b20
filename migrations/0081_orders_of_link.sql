create index concurrently if not exists orders_of_link on orders (partner_id, link_no)
  where link_no is not null;
