-- Tells whether a start has the SECRET_KEY that the stored passwords were made with. The mark is derived
-- from the key and does not lead back to it.
create table secret_key_mark (
  is_only boolean primary key default true check (is_only),
  mark text not null,
  set_at timestamptz not null default now()
);
