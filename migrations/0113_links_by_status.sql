-- The list of links by status: the expression is that of its statement.
create index concurrently if not exists links_by_status on links (partner_id, (
  case when ended is not null then ended
       when chosen_minor = amount_minor then 'CLAIMED'
       when chosen_minor > 0 then 'PARTLY_CLAIMED'
       else 'OPEN' end), link_no);
