import * as z from 'zod/mini'
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

/** What the command is given: all that the form holds, but no time that stays: the fields have no seconds. */
export function givenOf(
  draft: AnnouncementDraft,
  stored: Announcement | undefined,
  { timeZone, reason }: { timeZone: string; reason: string },
): Given {
  const isNew = stored === undefined
  // a new announcement begins without anything that could be taken away
  const orNone = (text: string) => text.trim() || (isNew ? '' : NONE)
  const before = draftOf(stored, timeZone)
  const moment = (name: 'from' | 'until') =>
    draft[name] === before[name]
      ? ''
      : (fromFieldTime(draft[name], timeZone) ?? orNone(draft[name]))
  const given: Record<string, string> = {
    ...(isNew ? { kind: draft.kind } : { announcement: stored.id, basis: String(stored.version) }),
    text: draft.text.trim(),
    ...(draft.kind === 'notice' ? { title: orNone(draft.title) } : { pages: draft.pages }),
    'link-label': orNone(draft.linkLabel),
    link: orNone(draft.link),
    tone: draft.tone,
    from: moment('from'),
    until: moment('until'),
    dismissable: draft.dismissable === 'on' ? 'yes' : 'no',
    reason: reason.trim(),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

/** What has to be filled in; the server checks all. */
export function announcementSchema(kind: string) {
  const text = (error: string, isRequired: boolean) =>
    z._default(z.string(), '').check(
      z.trim(),
      z.refine((value) => !isRequired || value !== '', { error }),
    )
  return z.looseObject({
    title: text('请输入标题', kind === 'notice'),
    text: text('请输入内容', true),
    reason: z._default(z.string(), ''),
  })
}
