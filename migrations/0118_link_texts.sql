-- Links and their codes go by SMS, too.
alter table links drop constraint links_delivery_check;
alter table links add constraint links_delivery_check
  check (delivery in ('NONE', 'EMAIL', 'SMS')) not valid;
alter table links drop constraint links_second_factor_check;
alter table links add constraint links_second_factor_check
  check (second_factor in ('NONE', 'EMAIL', 'SMS', 'SIGNED')) not valid;
alter table link_templates drop constraint link_templates_second_factor_check;
alter table link_templates add constraint link_templates_second_factor_check
  check (second_factor in ('NONE', 'EMAIL', 'SMS', 'SIGNED')) not valid;
alter table link_messages add column channel text not null default 'EMAIL';
alter table link_messages add constraint link_messages_channel_check
  check (channel in ('EMAIL', 'SMS')) not valid;
