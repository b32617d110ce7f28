-- The operator's AI tools, and whom they may charge.

create table applications (
  id uuid primary key,
  client_id text not null constraint applications_client_unique unique,
  -- SHA-256
  client_secret_hash bytea not null,
  name text not null,
  -- of the operator's own: every user, and captures without a cap
  is_first_party boolean not null,
  redirect_urls text[] not null,
  logout_redirect_urls text[] not null default '{}',
  backchannel_url text,
  webhook_url text,
  -- encrypted under SECRET_KEY
  webhook_secret bytea,
  -- calls a second, of all and of one user
  calls_per_second integer not null default 200 check (calls_per_second > 0),
  user_calls_per_second integer not null default 50 check (user_calls_per_second > 0),
  user_burst integer not null default 100 check (user_burst > 0),
  created_at timestamptz not null,
  disabled_at timestamptz,
  constraint applications_webhook_signed check ((webhook_url is null) = (webhook_secret is null))
);

create table application_keys (
  id uuid primary key,
  application_id uuid not null references applications (id),
  -- SHA-256
  hash bytea not null constraint application_keys_hash_unique unique,
  -- networks it may be used from; empty: any
  networks text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index application_keys_application on application_keys (application_id);

-- what a user has allowed an application that is not of the operator's own
create table application_grants (
  user_id uuid not null references users (id),
  application_id uuid not null references applications (id),
  granted_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, application_id)
);
create index application_grants_application on application_grants (application_id) where revoked_at is null;

-- A customer's keys: with one a program spends the customer's credit through one application.
create table api_keys (
  user_id uuid not null references users (id),
  id uuid not null,
  application_id uuid not null references applications (id),
  name text not null,
  -- SHA-256
  hash bytea not null constraint api_keys_hash_unique unique,
  -- the first characters, by which the customer knows it
  hint text not null,
  -- credit a month of the site's time zone; null: no limit
  monthly_limit bigint check (monthly_limit > 0),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (user_id, id)
);
