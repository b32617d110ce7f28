import * as z from 'zod/mini'
import { isLinkablePage } from '../addresses.ts'
import type { Article, ArticleName } from './article.ts'
import { questionAndAnswer, shortText, toolIcon } from './content-parts.ts'
import type {
  AdvantageContent,
  CampaignContent,
  CaseContent,
  ProductContent,
} from './page-content.ts'
import { type PaymentMethodType, planTerms } from '../shapes.ts'
import { downloadItem } from '../downloads.ts'

/** Schemas of the operator's content files, which the server reads at its start. */

/** A file in the content folder. */
const file = z
  .string()
  .check(z.regex(/^[\w-]+\.(svg|png|webp)$/, '应为 content 目录里的 .svg、.png 或 .webp 文件名'))
const color = z.string().check(z.regex(/^#[\da-f]{6}$/i, '应为 # 开头的六位颜色，例如 #4353ff'))
/** An absolute https address, or a path of this host. */
const link = z
  .string()
  .check(z.regex(/^(https:\/\/\S+|\/(?!\/)\S*)$/, '应为 https:// 开头的网址，或 / 开头的站内路径'))
/** A link whose path, if it begins with `/`, is a page of this site: no other program answers there. */
export const pageLink = link.check(
  z.refine((address) => !address.startsWith('/') || isLinkablePage(address), '站内没有这一页'),
)

const supportLink = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('messenger'), label: shortText, url: link }),
  z.strictObject({ kind: z.literal('group'), label: shortText, url: link }),
  /** `text` becomes a QR code. */
  z.strictObject({ kind: z.literal('qr'), label: shortText, text: shortText }),
])

export const siteContent = z.strictObject({
  name: shortText,
  slogan: shortText,
  description: shortText,
  logo: file,
  /** Square picture for browser tabs and home screens. */
  icon: file,
  /** The design uses their hue and chroma with its own lightness. */
  colors: z.optional(z.strictObject({ accent: z.optional(color), money: z.optional(color) })),
  toolsUrl: link,
  toolsLabel: shortText,
  support: z.array(supportLink),
  supportHours: shortText,
  downloads: z.array(downloadItem),
  icp: z.optional(z.strictObject({ text: shortText, url: link })),
  company: shortText,
  /** The contact address on the legal pages and the reply address of receipts. */
  email: z.optional(z.email('应为邮箱地址')),
  /** The company's postal address for the legal pages. */
  address: z.optional(shortText),
  termsUrl: z._default(pageLink, '/terms'),
  privacyUrl: z._default(pageLink, '/privacy'),
  refundUrl: z._default(pageLink, '/refund'),
  /** ISO 4217, lower case. */
  currency: z.string().check(z.regex(/^[a-z]{3}$/, '应为三个小写字母的货币代码，例如 cny')),
  timeZone: z._default(shortText, 'Asia/Shanghai'),
  creditUnit: z._default(shortText, '积分'),
  /** Credit that a verified address is given once, when it registers, and the days until it ends; absent: none. */
  welcomeCredit: z.optional(
    z.strictObject({
      /** 0: none. */
      amount: z.int().check(z.gte(0), z.lte(1_000_000_000)),
      days: z.int().check(z.gte(1), z.lte(3650)),
    }),
  ),
  /** Customers can ask for invoices; absent: the operator offers none. `note` tells which kind and how long it takes. */
  invoices: z.optional(z.strictObject({ note: shortText })),
  /** Further words about the shop that nobody may have as a password, in lower case. */
  passwordWords: z._default(z.array(shortText), []),
})
export type SiteContent = z.output<typeof siteContent>

const price = z.int().check(z.gte(1))

const moment = z.iso.datetime({
  offset: true,
  error: '应为带时区的时间，例如 2026-12-01T00:00:00+08:00',
})

/** One plan as the operator writes it. */
export const planContent = z.strictObject({
  ...planTerms.shape,
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, '应为 1–40 个小写字母、数字或连字符')),
  name: shortText,
  features: z.array(shortText),
  amount: price,
  originalAmount: z.optional(price),
  /** Absent: the currency of the site. */
  currency: z.optional(planTerms.shape.currency),
  /** Sold from and until then; absent: without a beginning, without an end. */
  saleFrom: z.optional(moment),
  saleUntil: z.optional(moment),
  /** Pieces to sell, those that are sold included; absent: any number. */
  stock: z.optional(z.int().check(z.gte(0), z.lte(1_000_000_000))),
  /** Pieces that one customer can have in open and paid orders; absent: any number. */
  limitPerUser: z.optional(z.int().check(z.gte(1), z.lte(1_000_000_000))),
})
export type PlanContent = z.output<typeof planContent>

/** `content/plans.json`: the plans that a new database begins with, in their order. */
export const plansContent = z.array(planContent)

/** A plan with its currency. */
export type PlanOffer = PlanContent & { currency: string }

const tool = z.strictObject({
  icon: toolIcon,
  name: shortText,
  text: shortText,
  /** The price as text: “8 积分／千字符”. */
  rate: shortText,
})

/** One side of the drawn window, such as a text or its translation. */
const pane = z.strictObject({
  name: shortText,
  note: shortText,
  title: shortText,
  /** The second line is highlighted; the fourth and later lines are shown in wide windows only. */
  lines: z.array(shortText).check(z.minLength(2)),
})

/** The account and the window drawn on the home page; all figures are computed from it and from a plan. */
const drawnScene = z.strictObject({
  label: shortText,
  /** The text in the window's title bar. */
  title: shortText,
  panes: z.tuple([pane, pane]),
  progress: shortText,
  /** Shown beside the credit that the last task consumed. */
  size: shortText,
  /** Tasks since the purchase, oldest first. */
  tasks: z
    .array(z.strictObject({ what: shortText, when: shortText, cost: z.int().check(z.gte(1)) }))
    .check(z.minLength(1), z.maxLength(3)),
})
export type DrawnScene = z.output<typeof drawnScene>

/** `content/home.json`: the operator's texts of the home and plans pages. */
export const homeContent = z.strictObject({
  announcement: z.optional(z.strictObject({ text: shortText, url: pageLink })),
  /** Two short lines; the second is highlighted. */
  headline: z.tuple([shortText, shortText]),
  lead: shortText,
  assurances: z.array(shortText),
  scene: drawnScene,
  toolsTitle: shortText,
  tools: z.array(tool),
  steps: z.array(z.strictObject({ title: shortText, text: shortText })),
  /** Examples of what a plan is enough for: `credit` is compared with the recommended plan. */
  estimates: z.array(z.strictObject({ text: shortText, credit: z.int().check(z.gte(1)) })),
  questions: z.array(questionAndAnswer),
  planAssurances: z.array(shortText),
  /** Further rows of the comparison: a text or a yes or no for each plan id. */
  planRows: z.array(
    z.strictObject({
      name: shortText,
      values: z.record(shortText, z.union([shortText, z.boolean()])),
    }),
  ),
  planQuestions: z.array(questionAndAnswer),
  closing: z.strictObject({ title: shortText, text: shortText }),
})
export type HomeContent = z.output<typeof homeContent>

/** Texts of single pages; a document contains only those that it shows. */
export interface PageWords extends Record<ArticleName, Article> {
  home: HomeContent
  product: ProductContent
  advantage: AdvantageContent
  cases: CaseContent
  campaign: CampaignContent
}

/** The site's data in the browser, sent as a JSON data block in every document. */
export interface Site
  extends
    Omit<SiteContent, 'support' | 'downloads' | 'logo' | 'icon' | 'colors' | 'passwordWords'>,
    Partial<PageWords> {
  support: SupportLink[]
  /** Titles of pages that the operator has titled, by path. */
  titles: Record<string, string>
  logoUrl: string
  /** The `src` of the logo: a data URL when the file is small, else its address. */
  logoSource: string
  /** Origin without a trailing slash. */
  publicUrl: string
  /** '' = the page's own origin. */
  apiBase: string
  payments: {
    provider: 'stripe' | 'sandbox'
    publishableKey: string
    /** The enabled methods, in display order. */
    methods: PaymentMethodType[]
    /** The browser sends cards to this origin in sandbox mode. */
    sandboxUrl?: string
  }
  captcha: { provider: 'altcha' | 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string }
  /** True for the sandbox in production: every page shows a ribbon. */
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
