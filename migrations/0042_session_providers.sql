-- Whether a provider of OpenID Connect has signed the user in, and so has asked for the factors.

alter table user_sessions add column by_provider boolean not null default false;
