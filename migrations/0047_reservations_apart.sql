-- Fails if two reservations have a code in common. `tessera ledger verify` names it.
update stock_reservations set is_apart = true where not is_apart;
