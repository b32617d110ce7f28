import {
  ANNOUNCEMENT_KIND_LABELS,
  ANNOUNCEMENT_KINDS,
  ANNOUNCEMENT_LIMITS,
  ANNOUNCEMENT_PAGES,
  ANNOUNCEMENT_PAGES_LABELS,
  ANNOUNCEMENT_TONE_LABELS,
  ANNOUNCEMENT_TONES,
} from '#contract/console/announcement-fields.ts'
import { pageLink } from '#contract/content/content.ts'
import { wrongUsage } from '../exit.ts'
import { clockTime, midnight, type Moment } from '../moments.ts'
import { choice, optionalChoice, type Parameter, requiredText } from '../parameters.ts'

/** In `announcements edit`: takes away what was there. */
const NONE = '-'

export const announcementArgument = requiredText('公告', '公告的 ID，见控制台的“公告”')

export const kindParameter = choice({
  label: '种类',
  help: 'banner 是页面顶端的横幅，notice 是账户中心里的通知卡片',
  words: ANNOUNCEMENT_KINDS,
  labels: ANNOUNCEMENT_KIND_LABELS,
})

/** Undefined: not given; null: none. */
export type Change<Value> = Value | null | undefined

function changeable<Value>(
  value: string,
  help: string,
  read: (given: string) => Value,
): Parameter<Change<Value>> {
  return {
    value,
    help,
    isRequired: false,
    read(given) {
      if (given === undefined) return undefined
      return given.trim() === NONE ? null : read(given)
    },
  }
}

/** What both commands take besides the text. */
export const termOptions = {
  title: changeable('标题', '通知卡片的标题', (given) =>
    shownText(given, ANNOUNCEMENT_LIMITS.title),
  ),
  'link-label': changeable('链接文字', '例如 看看新套餐', (given) =>
    shownText(given, ANNOUNCEMENT_LIMITS.linkLabel),
  ),
  link: changeable('链接', '站内的页面，例如 /plans，或 https:// 开头的网址', readLink),
  tone: optionalChoice({
    label: '语气',
    help: '横幅与卡片的颜色',
    words: ANNOUNCEMENT_TONES,
    labels: ANNOUNCEMENT_TONE_LABELS,
  }),
  pages: optionalChoice({
    label: '页面',
    help: '横幅显示在哪里',
    words: ANNOUNCEMENT_PAGES,
    labels: ANNOUNCEMENT_PAGES_LABELS,
  }),
  from: changeable('开始', '2030-01-31T09:00、2030-01-31 或 2h 之后；不填是马上', readMoment),
  until: changeable('结束', '同上；不填是直到有人结束它', readMoment),
  dismissable: optionalChoice({
    label: '可以关闭',
    help: '顾客能不能把它关掉，默认 yes',
    words: ['yes', 'no'],
    labels: { yes: '可以关闭', no: '一直显示' },
  }),
}

export function textParameter(isRequired: boolean): Parameter<string | undefined> {
  const { banner, notice } = ANNOUNCEMENT_LIMITS
  return {
    value: '内容',
    help: `纯文字：横幅一句话，最多 ${banner} 个字；通知卡片最多 ${notice} 个字，可以换行`,
    isRequired,
    read(given) {
      if (given === undefined && isRequired) throw wrongUsage('必须填写')
      return given === undefined ? undefined : shownText(given, notice, { canBreak: true })
    },
  }
}

/** A text without invisible characters. Throws wrongUsage. */
function shownText(given: string, longest: number, { canBreak = false } = {}): string {
  const text = given.replaceAll('\r\n', '\n').trim()
  if (text === '') throw wrongUsage('不能为空')
  if (Array.from(text).length > longest) throw wrongUsage(`最多 ${longest} 个字`)
  const line = canBreak ? text.replaceAll('\n', ' ') : text
  const isShown = !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(line) && text.isWellFormed()
  if (!isShown) throw wrongUsage('含有不可见的控制字符')
  return text
}

/** The rule of the links in `content/`. */
function readLink(given: string): string {
  const text = shownText(given, ANNOUNCEMENT_LIMITS.linkUrl)
  const parsed = pageLink.safeParse(text)
  if (!parsed.success) throw wrongUsage(parsed.error.issues[0]!.message)
  if (!text.startsWith('/') && !URL.canParse(text)) throw wrongUsage('不是合法的网址')
  return text
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function readMoment(given: string): Moment {
  const text = given.trim()
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  if (unit === 'm' || unit === 'h' || unit === 'd') {
    return ({ now }) => new Date(now.getTime() + Number(count) * UNIT_MS[unit])
  }
  const [, day = '', time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?$/.exec(text) ?? []
  const isTime = isoTime(`${day}T${time ?? '00:00'}:00Z`)?.startsWith(`${day}T${time ?? '00:00'}`)
  if (isTime) {
    return ({ timeZone }) =>
      time === undefined ? midnight(day, timeZone) : clockTime(`${day}T${time}`, timeZone)
  }
  // what a program writes
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) && isoTime(text) !== undefined) {
    return () => new Date(text)
  }
  throw wrongUsage('应为 2030-01-31T09:00、2030-01-31 这样的时间，或 2h、7d 这样的时长')
}

function isoTime(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
