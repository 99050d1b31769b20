create index concurrently if not exists orders_metadata
  on orders using gin (metadata jsonb_path_ops) where metadata is not null;
