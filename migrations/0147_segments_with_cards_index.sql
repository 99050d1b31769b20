-- For verifications: the partners whose codes have card accounts, and their batches.
create index concurrently if not exists issued_segments_with_cards
  on issued_segments (partner_id, order_no, batch_no) where card_count is not null;
