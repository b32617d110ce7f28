-- Invoices that customers ask for on paid orders, their PDFs, and titles that customers have saved.

create table invoices (
  id uuid primary key,
  user_id uuid not null references users (id),
  state text not null constraint invoices_state
    check (state in ('requested', 'issued', 'rejected', 'withdrawn', 'reversal_due', 'reversed')),
  kind text not null constraint invoices_kind check (kind in ('company', 'person')),
  name text not null,
  tax_number text,
  -- where the customer hears of it; null: the account was closed
  email text,
  -- the sum of its orders; follows refunds until it is issued
  amount bigint not null constraint invoices_amount check (amount > 0),
  currency text not null,
  number text constraint invoices_number_unique unique,
  issued_at timestamptz,
  reversal_number text constraint invoices_reversal_number_unique unique,
  reversed_at timestamptz,
  -- for the customer
  reason text,
  requested_at timestamptz not null,
  constraint invoices_taxpayer check ((tax_number is null) = (kind = 'person')),
  constraint invoices_issued check ((issued_at is not null) = (state in ('issued', 'reversal_due', 'reversed'))),
  constraint invoices_reversed check ((reversed_at is not null) = (state = 'reversed')),
  constraint invoices_numbered check (number is null or issued_at is not null),
  constraint invoices_reversal_numbered check (reversal_number is null or reversed_at is not null),
  constraint invoices_reasoned check (state not in ('rejected', 'reversal_due') or reason is not null)
);
create index invoices_of_user on invoices (user_id, id desc);
create index invoices_by_state on invoices (state, id desc);
create index invoices_open on invoices (id) where state in ('requested', 'reversal_due');
create index invoices_by_tax_number on invoices (tax_number, id desc) where tax_number is not null;

create function is_live_invoice(state text) returns boolean language sql immutable as $$
  select state in ('requested', 'issued', 'reversal_due')
$$;

create table invoice_orders (
  invoice_id uuid not null references invoices (id) on delete cascade,
  order_id uuid not null references orders (id),
  -- what was paid less what was refunded, as it is invoiced
  amount bigint not null constraint invoice_orders_amount check (amount > 0),
  is_live boolean not null default true,
  primary key (invoice_id, order_id)
);
-- an order has one invoice at a time
create unique index invoice_orders_live_unique on invoice_orders (order_id) where is_live;
create index invoice_orders_of_order on invoice_orders (order_id);

create function keep_invoice_live() returns trigger language plpgsql as $$
begin
  update invoice_orders set is_live = is_live_invoice(new.state)
  where invoice_id = new.id and is_live <> is_live_invoice(new.state);
  return null;
end $$;
create trigger invoices_keep_live after update of state on invoices
  for each row when (is_live_invoice(old.state) <> is_live_invoice(new.state))
  execute function keep_invoice_live();

create table invoice_files (
  invoice_id uuid not null references invoices (id) on delete cascade,
  file text not null constraint invoice_files_file check (file in ('invoice', 'reversal')),
  name text not null,
  content bytea not null constraint invoice_files_size check (octet_length(content) between 1 and 2000000),
  sha256 bytea not null,
  uploaded_at timestamptz not null,
  uploaded_by text not null,
  -- by the customer
  downloaded_at timestamptz,
  primary key (invoice_id, file)
);
-- PDFs are compressed already
alter table invoice_files alter column content set storage external;

-- PDFs on their way from the console's form to its action; a job deletes them
create table invoice_uploads (
  id uuid primary key,
  operator_id uuid not null references operators (id) on delete cascade,
  name text not null,
  content bytea not null constraint invoice_uploads_size check (octet_length(content) between 1 and 2000000),
  uploaded_at timestamptz not null
);
alter table invoice_uploads alter column content set storage external;
create index invoice_uploads_of_operator on invoice_uploads (operator_id, uploaded_at);
create index invoice_uploads_age on invoice_uploads (uploaded_at);

create table invoice_titles (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null constraint invoice_titles_kind check (kind in ('company', 'person')),
  name text not null,
  tax_number text,
  email text not null,
  used_at timestamptz not null,
  constraint invoice_titles_taxpayer check ((tax_number is null) = (kind = 'person')),
  constraint invoice_titles_unique unique nulls not distinct (user_id, kind, name, tax_number)
);

create table invoice_events (
  id uuid primary key,
  invoice_id uuid not null references invoices (id) on delete cascade,
  state text not null,
  actor text not null constraint invoice_events_actor check (actor in ('user', 'operator', 'system')),
  operator text,
  reason text,
  created_at timestamptz not null,
  constraint invoice_events_operator check ((operator is not null) = (actor = 'operator'))
);
create index invoice_events_of_invoice on invoice_events (invoice_id, created_at, id);

create function refuse_invoice_event_change() returns trigger language plpgsql as $$
begin
  -- the events of a demo's invoice go with it
  if tg_op = 'DELETE' and not exists (select from invoices where id = old.invoice_id) then return old; end if;
  raise exception 'the history of invoices is append-only';
end $$;
create trigger invoice_events_append_only before update or delete on invoice_events
  for each row execute function refuse_invoice_event_change();

create function refuse_invoice_removal() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = old.user_id and is_demo) then return old; end if;
  raise exception 'invoices are kept';
end $$;
create trigger invoices_kept before delete on invoices for each row execute function refuse_invoice_removal();

-- What may be invoiced of an order, now or after its open disputes: what refunds and lost disputes left.
create function invoiceable_amount(o orders) returns bigint language sql stable as $$
  select case when o.paid_at is null or o.state not in ('paid', 'partially_refunded') then 0
    when o.dispute is null then o.amount - o.refunded_amount
    else greatest(0, o.amount - o.refunded_amount
      - (select coalesce(sum(amount), 0) from disputes where order_id = o.id and status = 'lost'))::bigint end
$$;

-- The invoice follows what a refund or a dispute left of its order. The order's row is locked, then the invoice's.
create function follow_order() returns trigger language plpgsql as $$
declare
  held invoices;
  total bigint;
  fits boolean;
  becomes text;
  event uuid := gen_random_uuid();
  refunded bigint := new.refunded_amount - old.refunded_amount;
  why text;
begin
  select i.* into held from invoice_orders io join invoices i on i.id = io.invoice_id
  where io.order_id = new.id and io.is_live
  for no key update of i;
  if not found or not is_live_invoice(held.state) then return null; end if;

  select sum(invoiceable_amount(o)), bool_and(invoiceable_amount(o) = io.amount) into total, fits
  from invoice_orders io join orders o on o.id = io.order_id where io.invoice_id = held.id;
  why := case when refunded > 0 then '订单有退款' when refunded < 0 then '订单的退款没有成功'
    when total < held.amount then '订单的付款争议已判给持卡人' else '订单的付款争议已判给商家' end;
  if held.state = 'requested' then
    if total = held.amount then return null; end if;
    if total = 0 then
      becomes := 'rejected';
      why := case when refunded > 0 then '订单已全部退款' else why end;
      update invoices set state = becomes, reason = why where id = held.id;
    else
      becomes := 'requested';
      why := why || '，金额随之调整';
      delete from invoice_orders io using orders o
      where io.invoice_id = held.id and o.id = io.order_id and invoiceable_amount(o) = 0;
      update invoice_orders io set amount = invoiceable_amount(o) from orders o
      where io.invoice_id = held.id and o.id = io.order_id and io.amount <> invoiceable_amount(o);
      update invoices set amount = total where id = held.id;
    end if;
  else
    if fits and held.state = 'reversal_due' then
      becomes := 'issued';
      update invoices set state = becomes, reason = null where id = held.id;
    elsif not fits and held.state = 'issued' then
      becomes := 'reversal_due';
      update invoices set state = becomes, reason = why where id = held.id;
    else
      return null;
    end if;
  end if;
  insert into invoice_events (id, invoice_id, state, actor, reason, created_at)
  values (event, held.id, becomes, 'system', why, clock_timestamp());
  -- nobody is told of a demo's invoices
  if becomes in ('rejected', 'reversal_due') and not exists (select from users where id = held.user_id and is_demo) then
    insert into jobs (id, kind, payload)
    values (gen_random_uuid(), 'invoice-changed', jsonb_build_object('id', held.id, 'state', becomes, 'event', event));
  end if;
  return null;
end $$;
-- Fires for each refund and dispute that is stored, also where another dispute keeps the flag as it was.
create trigger orders_move_invoices after update of refunded_amount, dispute on orders
  for each row execute function follow_order();

-- Channels that were told of everything are told of invoices, too.
update push_channels set topics = topics || array['invoices']
where topics @> array['orders', 'disputes', 'books', 'signatures', 'mails', 'webhooks', 'system'];
