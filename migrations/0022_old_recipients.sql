-- Finds the lines whose recipients are still stored, oldest first, to remove old ones. It has no
-- lines without a recipient.
create index order_lines_with_recipient on order_lines (partner_id, order_no, line_no)
  where recipient is not null;
