/** A banner stands above pages; a notice is a card in the account center. */
export const ANNOUNCEMENT_KINDS = ['banner', 'notice'] as const
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number]

export const ANNOUNCEMENT_KIND_LABELS: Readonly<Record<AnnouncementKind, string>> = {
  banner: '横幅',
  notice: '通知卡片',
}

export const ANNOUNCEMENT_TONES = ['info', 'warning'] as const
export type AnnouncementTone = (typeof ANNOUNCEMENT_TONES)[number]

export const ANNOUNCEMENT_TONE_LABELS: Readonly<Record<AnnouncementTone, string>> = {
  info: '普通',
  warning: '提醒',
}

/** The pages with a banner. */
export const ANNOUNCEMENT_PAGES = ['all', 'public', 'account'] as const
export type AnnouncementPages = (typeof ANNOUNCEMENT_PAGES)[number]

export const ANNOUNCEMENT_PAGES_LABELS: Readonly<Record<AnnouncementPages, string>> = {
  all: '所有页面',
  public: '公开页面',
  account: '账户页面',
}

export const ANNOUNCEMENT_STATES = ['live', 'upcoming', 'ended'] as const
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]

export const ANNOUNCEMENT_STATE_LABELS: Readonly<Record<AnnouncementState, string>> = {
  live: '正在显示',
  upcoming: '将要显示',
  ended: '已结束',
}

/** The longest texts, in characters. */
export const ANNOUNCEMENT_LIMITS = {
  banner: 120,
  title: 40,
  notice: 1000,
  linkLabel: 20,
  linkUrl: 300,
} as const
