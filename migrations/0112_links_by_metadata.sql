create index concurrently if not exists links_by_metadata
  on links using gin (metadata jsonb_path_ops) where metadata is not null;
