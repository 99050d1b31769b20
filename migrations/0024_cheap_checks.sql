-- PostgreSQL reads the checks of a table anew for each statement, and a group of writes is one. So
-- what they say is said in few words.
alter table accounts
  drop constraint accounts_kind_check,
  drop constraint accounts_debits_pending_check,
  drop constraint accounts_debits_posted_check,
  drop constraint accounts_credits_pending_check,
  drop constraint accounts_credits_posted_check,
  add constraint accounts_kind_check
    check (kind = any ('{funds,deposits,issued,wallet}'::text[])),
  add constraint accounts_totals_check
    check (least(debits_pending, debits_posted, credits_pending, credits_posted) >= 0);

-- 0 and 1 resolve no hold, 2 and 3 do; there is no other state.
alter table transfers
  drop constraint transfers_state_check,
  drop constraint transfers_check,
  add constraint transfers_state_check check (state >> 1 = num_nonnulls(pending_no));
