alter table supplier_creates
  -- The first and last requests of it and what came back, without secrets, codes and recipients.
  add column exchanges jsonb not null default '[]',
  -- A person said what became of it, so nothing else may say so any more.
  add column closed_at timestamptz;
