create index concurrently if not exists links_in_review on links (review_until, partner_id, link_no)
  where review_until is not null and reviewed_at is null and ended is null;
