create index concurrently if not exists orders_of_wallet on orders (partner_id, wallet_id, order_no)
  where wallet_id is not null;
