import type {
  AnnouncementKind,
  AnnouncementPages,
  AnnouncementState,
  AnnouncementTone,
} from '#contract/console/announcement-fields.ts'
import { fragment, type Query } from '../../db/sql.ts'

/** What an operator decides about an announcement. */
export interface AnnouncementTerms {
  kind: AnnouncementKind
  /** Null for a banner. */
  title: string | null
  text: string
  linkLabel: string | null
  linkUrl: string | null
  tone: AnnouncementTone
  /** Null for a notice. */
  pages: AnnouncementPages | null
  isDismissable: boolean
  /** Null for a new one: at once. */
  startsAt: Date | null
  /** Null: until somebody ends it. */
  endsAt: Date | null
}

export interface AnnouncementRow extends AnnouncementTerms {
  id: string
  startsAt: Date
  withdrawnAt: Date | null
  /** By the database's clock. */
  state: AnnouncementState
  version: number
  createdAt: Date
  createdBy: string
  updatedAt: Date
  updatedBy: string
  seen: number
  dismissed: number
}

const hasEnded = fragment`(withdrawn_at is not null or coalesce(ends_at <= now(), false))`

const columns = fragment`
  id, kind, title, text, link_label as "linkLabel", link_url as "linkUrl", tone, pages,
  is_dismissable as "isDismissable", starts_at as "startsAt", ends_at as "endsAt", withdrawn_at as "withdrawnAt",
  case when withdrawn_at is not null or coalesce(ends_at <= now(), false) then 'ended'
    when starts_at > now() then 'upcoming' else 'live' end as state,
  version, created_at as "createdAt", created_by as "createdBy", updated_at as "updatedAt", updated_by as "updatedBy",
  views.seen, views.dismissed`

const counted = fragment`
  lateral (select count(*)::int as seen, count(dismissed_at)::int as dismissed from announcement_views
    where announcement_id = announcements.id) views`

/** All that have not ended, and the latest of the others; latest first. */
export function listAnnouncementRows(
  sql: Query,
  { mostEnded }: { mostEnded: number },
): Promise<AnnouncementRow[]> {
  return sql<AnnouncementRow>`
    select ${columns} from announcements, ${counted}
    where not ${hasEnded}
      or id in (select id from announcements where ${hasEnded} order by id desc limit ${mostEnded})
    order by ${hasEnded}, starts_at desc, id desc`
}

export async function findAnnouncement(sql: Query, id: string): Promise<AnnouncementRow | null> {
  const [row] = await sql<AnnouncementRow>`
    select ${columns} from announcements, ${counted} where id::text = ${id}`
  return row ?? null
}

/** False when its end has passed. */
export async function insertAnnouncement(
  sql: Query,
  { id, by, ...terms }: AnnouncementTerms & { id: string; by: string },
): Promise<boolean> {
  const rows = await sql`
    insert into announcements (id, kind, title, text, link_label, link_url, tone, pages, is_dismissable, starts_at,
      ends_at, created_by, updated_by)
    select ${id}, ${terms.kind}, ${terms.title}, ${terms.text}, ${terms.linkLabel}, ${terms.linkUrl}, ${terms.tone},
      ${terms.pages}, ${terms.isDismissable}, coalesce(${terms.startsAt}::timestamptz, now()),
      ${terms.endsAt}::timestamptz, ${by}, ${by}
    where ${terms.endsAt}::timestamptz is null or ${terms.endsAt}::timestamptz > now()
    returning id`
  return rows.length === 1
}

/** Changes it unless it has ended, its new end has passed or another version is stored; false: nothing was changed. */
export async function updateAnnouncement(
  sql: Query,
  { id, version, by, ...terms }: AnnouncementTerms & { id: string; version: number; by: string },
): Promise<boolean> {
  const rows = await sql`
    update announcements set title = ${terms.title}, text = ${terms.text}, link_label = ${terms.linkLabel},
      link_url = ${terms.linkUrl}, tone = ${terms.tone}, pages = ${terms.pages},
      is_dismissable = ${terms.isDismissable}, starts_at = coalesce(${terms.startsAt}::timestamptz, starts_at),
      ends_at = ${terms.endsAt}::timestamptz, version = version + 1, updated_at = now(), updated_by = ${by}
    where id = ${id} and version = ${version} and not ${hasEnded}
      and (${terms.endsAt}::timestamptz is null or ${terms.endsAt}::timestamptz > now())
    returning id`
  return rows.length === 1
}

/** Ends it now; false when it has ended already. */
export async function withdrawAnnouncement(sql: Query, id: string, by: string): Promise<boolean> {
  const rows = await sql`
    update announcements set withdrawn_at = now(), version = version + 1, updated_at = now(), updated_by = ${by}
    where id = ${id} and not ${hasEnded} returning id`
  return rows.length === 1
}
