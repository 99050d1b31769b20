-- Which check the last refused request of a credential failed, so that pages say it in the language
-- of the reader. Null for a request that the version before refused.
alter table credential_uses add column last_failed_check text;
