-- Days whose figures were written down, once; what is booked on them later is shown as a change.
create table closed_days (
  day date primary key,
  -- By currency, of this shop's books: as the close of the day shows them.
  sums jsonb not null,
  -- By currency in which the provider settles: its fees and what is left, in minor units.
  settled jsonb not null,
  closed_at timestamptz not null,
  closed_by text not null
);
