-- Work that happens beside a request (jobs) and by the clock (timed_jobs). A row is claimed for a
-- short lease that its worker keeps extending, so work of a node that dies is taken up by another.

create table jobs (
  id uuid primary key,
  kind text not null,
  -- emptied when the job is done: it may hold a code or a token
  payload jsonb not null,
  -- one job of a kind for one cause, whoever asks how often; null = always a new one
  dedupe_key text,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'dead')),
  run_at timestamptz not null default now(),
  locked_until timestamptz,
  -- counts claims; a worker that lost its lease is recognised by its old number
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint jobs_dedupe_unique unique (kind, dedupe_key)
);

create index jobs_waiting on jobs (run_at) where state = 'waiting';

create table timed_jobs (
  name text primary key,
  run_at timestamptz not null default now(),
  locked_until timestamptz,
  -- counts claims, as in jobs
  runs bigint not null default 0,
  last_error text,
  finished_at timestamptz
);
