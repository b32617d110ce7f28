import {
  ANNOUNCEMENT_KIND_LABELS,
  ANNOUNCEMENT_LIMITS,
  ANNOUNCEMENT_PAGES_LABELS,
  ANNOUNCEMENT_TONE_LABELS,
} from '#contract/console/announcement-fields.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import type { ValuesOf } from '../parameters.ts'
import { timeText } from '../../lib/local-time.ts'
import type { termOptions } from './announcement-parameters.ts'
import {
  type AnnouncementRow,
  type AnnouncementTerms,
  findAnnouncement,
} from './announcements.store.ts'

type GivenTerms = ValuesOf<typeof termOptions> & { text: string | undefined }

/** What the options make of these terms; what was not given stays. Throws wrongUsage. */
export function changedTerms(
  { now, content }: Pick<OperatorContext, 'now' | 'content'>,
  before: AnnouncementTerms,
  given: GivenTerms,
): AnnouncementTerms {
  const clock = { now: now(), timeZone: content.site.timeZone }
  const { from, until, dismissable } = given
  const terms: AnnouncementTerms = {
    kind: before.kind,
    title: valueOf(given.title, before.title),
    text: given.text ?? before.text,
    linkLabel: valueOf(given['link-label'], before.linkLabel),
    linkUrl: valueOf(given.link, before.linkUrl),
    tone: given.tone ?? before.tone,
    pages: given.pages ?? before.pages,
    isDismissable: dismissable === undefined ? before.isDismissable : dismissable === 'yes',
    startsAt: from ? from(clock) : before.startsAt,
    endsAt: until === undefined ? before.endsAt : (until?.(clock) ?? null),
  }
  checkTerms(terms, clock.now)
  return terms
}

function valueOf<Value>(given: Value | undefined, before: Value): Value {
  return given === undefined ? before : given
}

function checkTerms(terms: AnnouncementTerms, now: Date): void {
  const { kind, title, text, linkLabel, linkUrl, pages, startsAt, endsAt } = terms
  if (kind === 'banner') {
    const { banner } = ANNOUNCEMENT_LIMITS
    if (title !== null) throw wrongUsage('--title 只用于通知卡片，横幅没有标题')
    if (Array.from(text).length > banner) throw wrongUsage(`--text 横幅最多 ${banner} 个字`)
    if (text.includes('\n')) throw wrongUsage('--text 横幅只有一句话，不能换行')
  } else {
    if (title === null) throw wrongUsage('--title 通知卡片要有标题')
    if (pages !== null) throw wrongUsage('--pages 只用于横幅，通知卡片在账户中心')
  }
  if ((linkLabel === null) !== (linkUrl === null)) {
    throw wrongUsage('--link 与 --link-label 要一起填写')
  }
  if (endsAt !== null && endsAt <= (startsAt ?? now)) {
    throw wrongUsage('--until 结束时间应晚于开始时间')
  }
}

/** What customers will see, where and when. */
export function describeTerms(
  { content, config }: Pick<OperatorContext, 'content' | 'config'>,
  terms: AnnouncementTerms,
): { facts: (readonly [string, string | null])[]; sentences: string[] } {
  const { kind, title, text, linkLabel, linkUrl, tone, pages, isDismissable } = terms
  const { timeZone } = content.site
  const link = linkUrl === null ? null : URL.parse(linkUrl, config.publicUrl)
  const isElsewhere = link !== null && link.origin !== URL.parse(config.publicUrl)?.origin
  return {
    facts: [
      ['种类', ANNOUNCEMENT_KIND_LABELS[kind]],
      ['标题', title],
      ['内容', text],
      ['链接', linkUrl === null ? null : `${linkLabel} → ${linkUrl}`],
      ['语气', ANNOUNCEMENT_TONE_LABELS[tone]],
      ['显示在', pages === null ? '账户中心，登录的用户' : ANNOUNCEMENT_PAGES_LABELS[pages]],
      ['开始', terms.startsAt === null ? '马上' : timeText(terms.startsAt, timeZone)],
      ['结束', terms.endsAt === null ? '直到有人结束它' : timeText(terms.endsAt, timeZone)],
      ['可以关闭', isDismissable ? '可以' : '不可以，一直显示'],
    ],
    sentences: isElsewhere ? [`链接通往别的网站：${link.host}`] : [],
  }
}

/** The announcement of this id. Throws NOT_FOUND. */
export async function requireAnnouncement(
  { sql }: Pick<OperatorContext, 'sql'>,
  id: string,
): Promise<AnnouncementRow> {
  const row = await findAnnouncement(sql, id)
  if (row === null) throw new Refusal(`没有这条公告：${id}`, { code: 'NOT_FOUND' })
  return row
}

export function ended(): Refusal {
  return new Refusal('这条公告已经结束，请另发一条', { code: 'ENDED' })
}

/** How a sentence names it. */
export function nameOf({ kind, title, text }: AnnouncementTerms): string {
  const words = Array.from(title ?? text)
  const short = words.length > 24 ? `${words.slice(0, 24).join('')}…` : words.join('')
  return `${ANNOUNCEMENT_KIND_LABELS[kind]}“${short}”`
}
