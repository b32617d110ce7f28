-- What a replica's copy of a customer's lists is compared by: a random value that each change of them renews, so that
-- both servers have the same one only where both have the same last change. Null or absent: no change since this file.

create table order_versions (
  user_id uuid primary key references users (id),
  version uuid not null
) with (fillfactor = 50);

create function renew_order_version() returns trigger language plpgsql as $$
begin
  insert into order_versions (user_id, version) values (new.user_id, gen_random_uuid())
    on conflict (user_id) do update set version = excluded.version;
  return null;
end $$;
-- Deferred: the row is the last that a transaction locks, and for the shortest time. Whoever changes another order of
-- the same customer meanwhile waits for it, so that the last version is that of the last commit.
create constraint trigger orders_renew_version after insert or update on orders
  deferrable initially deferred
  for each row when (current_setting('shop.is_restoring', true) is distinct from 'on')
  execute function renew_order_version();

-- Whatever changes holds, charges, reversals or the ledger of a customer writes the account's row too …
alter table credit_accounts add column version uuid;
alter table credit_accounts alter column version set default gen_random_uuid();
create function renew_credit_version() returns trigger language plpgsql as $$
begin
  new.version := gen_random_uuid();
  return new;
end $$;
create trigger credit_accounts_renew_version before update on credit_accounts
  for each row execute function renew_credit_version();

-- … but a later end of a hold, which leaves its amount as it is.
create function renew_version_of_holder() returns trigger language plpgsql as $$
begin
  update credit_accounts set version = gen_random_uuid() where user_id = new.user_id;
  return null;
end $$;
create trigger credit_holds_renew_version after update of expires_at on credit_holds
  for each row when (new.expires_at is distinct from old.expires_at)
  execute function renew_version_of_holder();
