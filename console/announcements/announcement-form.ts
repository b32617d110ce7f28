import * as z from 'zod/mini'
import { ANNOUNCEMENT_LIMITS } from '#contract/console/announcement-fields.ts'
import type { Announcement } from '#contract/console/announcements.ts'
import type { Given } from '../actions/given.ts'
import { fromFieldTime, toFieldTime } from '../plans/zoned-time.ts'

/** What the fields hold, by their names. */
export interface AnnouncementDraft {
  kind: string
  title: string
  text: string
  linkLabel: string
  link: string
  tone: string
  pages: string
  from: string
  until: string
  /** `on`: it can be dismissed. */
  dismissable: string
}

/** The fields of a stored announcement; those of a new one. */
export function draftOf(stored: Announcement | undefined, timeZone: string): AnnouncementDraft {
  return {
    kind: stored?.kind ?? 'banner',
    title: stored?.title ?? '',
    text: stored?.text ?? '',
    linkLabel: stored?.link?.label ?? '',
    link: stored?.link?.url ?? '',
    tone: stored?.tone ?? 'info',
    pages: stored?.pages ?? 'all',
    from: stored ? toFieldTime(stored.startsAt, timeZone) : '',
    until: stored?.endsAt ? toFieldTime(stored.endsAt, timeZone) : '',
    dismissable: stored?.isDismissable === false ? '' : 'on',
  }
}

/** The fields of the form; those that it does not have stay as they were. */
export function readDraft(form: HTMLFormElement, before: AnnouncementDraft): AnnouncementDraft {
  const typed = new FormData(form)
  const of = (name: keyof AnnouncementDraft) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : before[name]
  }
  return {
    ...{ kind: of('kind'), title: of('title'), text: of('text'), linkLabel: of('linkLabel') },
    ...{ link: of('link'), tone: of('tone'), pages: of('pages'), from: of('from') },
    ...{ until: of('until'), dismissable: typed.has('dismissable') ? 'on' : '' },
  }
}

/** In place of what is taken away. */
const NONE = '-'

/** What the command is given: all of a new announcement, and of a stored one what was changed. */
export function givenOf(
  draft: AnnouncementDraft,
  stored: Announcement | undefined,
  { timeZone, reason }: { timeZone: string; reason: string },
): Given {
  const before = draftOf(stored, timeZone)
  const given: Record<string, string> = {}
  const give = (name: string, field: keyof AnnouncementDraft, write = (text: string) => text) => {
    const value = draft[field].trim()
    const isUnchanged = stored !== undefined && value === before[field]
    if (isUnchanged || (stored === undefined && value === '')) return
    given[name] = value === '' ? NONE : write(value)
  }
  const toMoment = (text: string) => fromFieldTime(text, timeZone) ?? text
  give('text', 'text')
  if (draft.kind === 'notice') give('title', 'title')
  else give('pages', 'pages')
  give('link-label', 'linkLabel')
  give('link', 'link')
  give('tone', 'tone')
  if (stored?.state !== 'live') give('from', 'from', toMoment)
  give('until', 'until', toMoment)
  if (stored === undefined || draft.dismissable !== before.dismissable)
    given['dismissable'] = draft.dismissable === 'on' ? 'yes' : 'no'
  if (reason.trim() !== '') given['reason'] = reason.trim()
  return stored === undefined
    ? { kind: draft.kind, ...given }
    : { announcement: stored.id, basis: String(stored.version), ...given }
}

/** What the browser can check of the fields; the server checks all. */
export function announcementSchema(kind: string) {
  const { banner, notice, title, linkLabel, linkUrl } = ANNOUNCEMENT_LIMITS
  const longest = kind === 'banner' ? banner : notice
  const text = (label: string, most: number, isRequired: boolean) =>
    z._default(z.string(), '').check(
      z.trim(),
      z.refine((value) => !isRequired || value !== '', { error: `请输入${label}`, abort: true }),
      z.refine((value) => Array.from(value).length <= most, { error: `${label}最多 ${most} 个字` }),
    )
  return z
    .looseObject({
      title: text('标题', title, kind === 'notice'),
      text: text('内容', longest, true),
      linkLabel: text('链接文字', linkLabel, false),
      link: text('链接', linkUrl, false),
      from: z._default(z.string(), ''),
      until: z._default(z.string(), ''),
      reason: z._default(z.string(), ''),
    })
    .check(
      z.refine((form) => form.link === '' || form.linkLabel !== '', {
        ...{ path: ['linkLabel'], error: '请输入链接文字' },
      }),
      z.refine((form) => form.linkLabel === '' || form.link !== '', {
        ...{ path: ['link'], error: '请输入链接' },
      }),
      z.refine((form) => form.from === '' || form.until === '' || form.until > form.from, {
        ...{ path: ['until'], error: '结束应晚于开始' },
      }),
    )
}
