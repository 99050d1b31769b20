-- How far the service itself has verified the chain of the audit log.

create table audit_checks (
  is_only boolean primary key default true check (is_only),
  -- When a process last began to verify the next days.
  checked_at timestamptz not null,
  -- The last day that is verified since all days were; null before the first one.
  verified_through date,
  -- When all days were verified for the last time.
  completed_at timestamptz,
  -- The fault that the last check found; null if there was none.
  fault jsonb
);
