alter table fulfillments
  -- When a leased batch must be looked up again at the latest, because its supplier has said since
  -- that something has changed; null if it has not.
  add column look_up_by timestamptz;
