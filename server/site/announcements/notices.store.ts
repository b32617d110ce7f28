import type { ShownNotice } from '#contract/account/notices.ts'
import { fragment, type Query } from '../../db/sql.ts'

interface NoticeRow extends Omit<ShownNotice, 'link'> {
  linkLabel: string | null
  linkUrl: string | null
  others: number
  isSeen: boolean
}

const isLive = fragment`
  kind = 'notice' and withdrawn_at is null and starts_at <= now() and (ends_at is null or ends_at > now())`

/** The latest live notice that the user has not dismissed, and how many more there are; null: none. */
export async function findNotice(sql: Query, userId: string): Promise<NoticeRow | null> {
  const [row] = await sql<NoticeRow>`
    select id, title, text, link_label as "linkLabel", link_url as "linkUrl", tone, is_dismissable as "isDismissable",
      (count(*) over ())::int - 1 as others, seen_at is not null as "isSeen"
    from announcements left join announcement_views on announcement_id = id and user_id = ${userId}
    where ${isLive} and dismissed_at is null
    order by starts_at desc, id desc limit 1`
  return row ?? null
}

/** Remembers the first time that the user has seen it. */
export async function markSeen(sql: Query, userId: string, noticeId: string): Promise<void> {
  await sql`
    insert into announcement_views (announcement_id, user_id, seen_at) values (${noticeId}, ${userId}, now())
    on conflict do nothing`
}

/** Does nothing for a notice that is not live or cannot be dismissed; a second time keeps the first. */
export async function markDismissed(sql: Query, userId: string, noticeId: string): Promise<void> {
  await sql`
    insert into announcement_views (announcement_id, user_id, seen_at, dismissed_at)
    select id, ${userId}, now(), now() from announcements where id::text = ${noticeId} and is_dismissable and ${isLive}
    on conflict (user_id, announcement_id) do update set dismissed_at = excluded.dismissed_at
      where announcement_views.dismissed_at is null`
}

/** Latest first, for the user's own data. */
export async function listSeenNotices(
  sql: Query,
  userId: string,
): Promise<{ title: string; seenAt: string; dismissedAt: string | null }[]> {
  const rows = await sql<{ title: string; seenAt: Date; dismissedAt: Date | null }>`
    select title, seen_at as "seenAt", dismissed_at as "dismissedAt"
    from announcement_views join announcements on id = announcement_id
    where user_id = ${userId} order by seen_at desc`
  return rows.map(({ title, seenAt, dismissedAt }) => ({
    title,
    seenAt: seenAt.toISOString(),
    dismissedAt: dismissedAt?.toISOString() ?? null,
  }))
}
