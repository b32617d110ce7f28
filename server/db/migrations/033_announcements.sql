-- What the shop tells its visitors and customers: banners above its pages, and notices in the account center.

create table announcements (
  id uuid primary key,
  kind text not null constraint announcements_kind check (kind in ('banner', 'notice')),
  -- of a notice
  title text,
  text text not null,
  link_label text,
  -- a page of the site, or an https address
  link_url text,
  tone text not null constraint announcements_tone check (tone in ('info', 'warning')),
  -- where a banner is shown; a notice is in the account center
  pages text constraint announcements_pages check (pages in ('all', 'public', 'account')),
  is_dismissable boolean not null,
  starts_at timestamptz not null,
  -- null: until somebody ends it
  ends_at timestamptz,
  -- ended early
  withdrawn_at timestamptz,
  -- rises with every change
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  constraint announcements_form check ((kind = 'banner') = (title is null) and (kind = 'banner') = (pages is not null)),
  constraint announcements_link check ((link_label is null) = (link_url is null)),
  constraint announcements_period check (ends_at > starts_at)
);

-- Who has seen a notice, and who has dismissed it.
create table announcement_views (
  announcement_id uuid not null references announcements (id) on delete cascade,
  user_id uuid not null references users (id),
  seen_at timestamptz not null,
  dismissed_at timestamptz,
  primary key (user_id, announcement_id)
);
create index announcement_views_of on announcement_views (announcement_id) include (dismissed_at);
