-- Alerts about an account at a supplier name it as everything else does: `tillo:main`. Those that
-- are open under the old spelling would be resolved by nobody.

update alerts
set subject = regexp_replace(subject, '^(supplier:[^/ ]+)/', '\1:')
where resolved_at is null and subject like 'supplier:%/%';
