import * as z from 'zod/mini'
import { isLinkablePage } from './addresses.ts'
import type { Article, ArticleName } from './article.ts'
import { question, text, toolIcon } from './content-parts.ts'
import type {
  AdvantageContent,
  CampaignContent,
  CaseContent,
  ProductContent,
} from './page-content.ts'
import { combo, type PaymentMethodType } from './shapes.ts'
import { downloadItem } from './site.ts'

/** The operator's words. `content/site.json` is read by this schema at start. */

/** A file in the content folder. */
const file = z
  .string()
  .check(z.regex(/^[\w-]+\.(svg|png|webp)$/, '应为 content 目录里的 .svg、.png 或 .webp 文件名'))
const color = z.string().check(z.regex(/^#[\da-f]{6}$/i, '应为 # 开头的六位颜色，例如 #4353ff'))
/** An absolute https address, or a path of this host. */
const link = z
  .string()
  .check(z.regex(/^(https:\/\/\S+|\/(?!\/)\S*)$/, '应为 https:// 开头的网址，或 / 开头的站内路径'))
/** Besides, what begins with `/` is a page of ours: no other program answers there. */
const pageLink = link.check(
  z.refine((address) => !address.startsWith('/') || isLinkablePage(address), '站内没有这一页'),
)

const supportLink = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('messenger'), label: text, url: link }),
  z.strictObject({ kind: z.literal('group'), label: text, url: link }),
  /** `text` becomes a QR code. */
  z.strictObject({ kind: z.literal('qr'), label: text, text }),
])

export const siteContent = z.strictObject({
  name: text,
  slogan: text,
  description: text,
  logo: file,
  /** Square picture for browser tabs and home screens. */
  icon: file,
  /** Hue and strength are taken from them; how light each thing is stays the design's. */
  colors: z.optional(z.strictObject({ accent: z.optional(color), money: z.optional(color) })),
  toolsUrl: link,
  toolsLabel: text,
  support: z.array(supportLink),
  supportHours: text,
  downloads: z.array(downloadItem),
  icp: z.optional(z.strictObject({ text, url: link })),
  company: text,
  /** Where users write to: in the legal pages, and what they answer to receipts. */
  email: z.optional(z.email('应为邮箱地址')),
  /** Where the company is, for the legal pages. */
  address: z.optional(text),
  termsUrl: z._default(pageLink, '/terms'),
  privacyUrl: z._default(pageLink, '/privacy'),
  refundUrl: z._default(pageLink, '/refund'),
  /** ISO 4217, lower case. */
  currency: z.string().check(z.regex(/^[a-z]{3}$/, '应为三个小写字母的货币代码，例如 cny')),
  timeZone: z._default(text, 'Asia/Shanghai'),
  creditUnit: z._default(text, '积分'),
})
export type SiteContent = z.output<typeof siteContent>

const price = z.int().check(z.gte(1))

/** `content/plans.json`: the combos a fresh database starts with, in their order. */
export const plansContent = z.array(
  z.strictObject({
    ...combo.shape,
    id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, '应为 1–40 个小写字母、数字或连字符')),
    name: text,
    features: z.array(text),
    amount: price,
    originalAmount: z.optional(price),
    /** Absent: the site's. */
    currency: z.optional(combo.shape.currency),
  }),
)
export type PlanContent = z.output<typeof plansContent>[number]

const tool = z.strictObject({
  icon: toolIcon,
  name: text,
  text,
  /** What it costs, in words: “8 积分／千字符”. */
  rate: text,
})

/** One side of the drawn window: a text and its translation, a photo's wish and what came of it. */
const pane = z.strictObject({
  name: text,
  note: text,
  title: text,
  /** The second is lit; from the fourth on only wide windows show them. */
  lines: z.array(text).check(z.minLength(2)),
})

/** The account and the window that the home page draws; every figure follows from these and a plan. */
const drawnScene = z.strictObject({
  label: text,
  /** What stands in the window's bar. */
  title: text,
  panes: z.tuple([pane, pane]),
  progress: text,
  /** Beside the credit that the last task took. */
  size: text,
  /** Since the purchase, oldest first. */
  tasks: z
    .array(z.strictObject({ what: text, when: text, cost: z.int().check(z.gte(1)) }))
    .check(z.minLength(1), z.maxLength(3)),
})
export type DrawnScene = z.output<typeof drawnScene>

/** `content/home.json`: the words of the home and the plans page that are this operator's own. */
export const homeContent = z.strictObject({
  announcement: z.optional(z.strictObject({ text, url: pageLink })),
  /** Two short lines; the second is lit. */
  headline: z.tuple([text, text]),
  lead: text,
  assurances: z.array(text),
  scene: drawnScene,
  toolsTitle: text,
  tools: z.array(tool),
  steps: z.array(z.strictObject({ title: text, text })),
  /** What a plan is enough for: `credit` is compared with the recommended plan. */
  estimates: z.array(z.strictObject({ text, credit: z.int().check(z.gte(1)) })),
  questions: z.array(question),
  planAssurances: z.array(text),
  /** Rows of the comparison under the figures: by a plan's id in words, or whether it has it. */
  planRows: z.array(
    z.strictObject({ name: text, values: z.record(text, z.union([text, z.boolean()])) }),
  ),
  planQuestions: z.array(question),
  closing: z.strictObject({ title: text, text }),
})
export type HomeContent = z.output<typeof homeContent>

/** The operator's long words, each in the documents that show them. */
export interface PageWords extends Record<ArticleName, Article> {
  home: HomeContent
  product: ProductContent
  advantage: AdvantageContent
  cases: CaseContent
  campaign: CampaignContent
}

/** What the browser is told, as a JSON data block in every document. */
export interface Site
  extends
    Omit<SiteContent, 'support' | 'downloads' | 'logo' | 'icon' | 'colors'>,
    Partial<PageWords> {
  support: SupportLink[]
  /** Of pages whose title is the operator's, by path. */
  titles: Record<string, string>
  logoUrl: string
  /** What pages show as the logo: the picture itself when it is small, else its address. */
  logoSource: string
  /** Origin without a trailing slash. */
  publicUrl: string
  /** '' = the page's own origin. */
  apiBase: string
  payments: {
    provider: 'stripe' | 'sandbox'
    publishableKey: string
    /** What the operator has switched on, in the order to show. */
    methods: PaymentMethodType[]
    /** Where the browser hands cards in sandbox mode. */
    sandboxUrl?: string
  }
  captcha: { provider: 'altcha' | 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string }
  /** The sandbox in production: every page carries a ribbon. */
  testMode: boolean
}

export type SupportLink =
  | { kind: 'messenger' | 'group'; label: string; url: string }
  | { kind: 'qr'; label: string; text: string; qr: QrCode }

/** A QR code as one SVG path on a grid of `size` × `size` units. */
export interface QrCode {
  size: number
  path: string
}
