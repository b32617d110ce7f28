-- Who types a code that a newer one has replaced is told so. The expiry of each stands at the same place.
alter table mailed_codes
  add column replaced_macs bytea[] not null default '{}',
  add column replaced_expire_at timestamptz[] not null default '{}';
