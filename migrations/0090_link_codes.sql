-- Whether a link asks for a code that is mailed to its person before a card is taken or shown.
alter table links add column second_factor text not null default 'NONE';
alter table links add constraint links_second_factor_check
  check (second_factor in ('NONE', 'EMAIL')) not valid;

-- The mails with those codes. The code is a keyed hash of the id, so no row has it.
alter table link_messages drop constraint link_messages_kind_check;
alter table link_messages add constraint link_messages_kind_check
  check (kind in ('LINK', 'REMINDER', 'CODE')) not valid;
-- How many wrong codes were entered for it.
alter table link_messages add column wrong_codes integer not null default 0;
-- When its code was entered: it is good for once.
alter table link_messages add column code_used_at timestamptz;
