-- Sealed bytes are as random as any: an attempt to compress them only costs time.
alter table issued_pieces alter column sealed set storage external;
alter table stock_blocks alter column sealed set storage external;
