-- Instead of issued_segments_by_item: the first segment of an order is found by the primary key.
create index concurrently if not exists issued_segments_later_by_item
  on issued_segments (partner_id, order_no, first_item_no) where first_item_no > 1;
