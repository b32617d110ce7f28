import * as z from 'zod/mini'
import { isLinkablePage } from '../addresses.ts'
import type { Article, ArticleName } from './article.ts'
import { file, questionAndAnswer, shortText } from './content-parts.ts'
import type {
  AdvantageContent,
  CampaignContent,
  CaseContent,
  ProductContent,
} from './page-content.ts'
import { type PaymentMethodType, planTerms } from '../shapes.ts'
import { downloadItem } from '../downloads.ts'

/** Schemas of the operator's content files, which the server reads at its start. */

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

/** What customers use credit for. Prices of typical uses are computed from it, on every page. */
const service = z.strictObject({
  name: shortText,
  text: shortText,
  /** The price as text: “每字 1 积分”. */
  rate: shortText,
  /** Its page on the tools site. */
  path: z.string().check(z.regex(/^\/\S*$/, '应为 / 开头的路径')),
  action: shortText,
  /** One typical use: `1,000 次`, `对话`, what it costs in credit, and what that counts on. */
  unit: shortText,
  noun: shortText,
  credit: z.int().check(z.gte(1)),
  basis: shortText,
})
export type Service = z.output<typeof service>

/** A job as the home page draws it: a photo that becomes a table, and an answer about it. */
const drawnJob = z.strictObject({
  label: shortText,
  photo: z.strictObject({ file, name: shortText, text: shortText }),
  table: z.strictObject({
    size: shortText,
    columns: z.array(shortText).check(z.minLength(2)),
    rows: z.array(z.array(shortText)).check(z.minLength(1)),
    /** Below the line: a name and a figure. */
    sums: z.array(z.tuple([shortText, shortText])),
    what: shortText,
    credit: z.int().check(z.gte(1)),
  }),
  chat: z.strictObject({
    question: shortText,
    /** The answer, line by line. */
    answer: z.array(shortText).check(z.minLength(1)),
    what: shortText,
    credit: z.int().check(z.gte(1)),
  }),
})

const figureTable = z.strictObject({
  title: shortText,
  columns: z.array(shortText).check(z.minLength(2)),
  rows: z.array(z.array(shortText)),
})
export type FigureTable = z.output<typeof figureTable>

/** The settings of a program of others, as its window shows them. */
const clientForm = z.strictObject({
  name: shortText,
  /** Where in its menus. */
  place: shortText,
  fields: z.array(z.strictObject({ name: shortText, value: shortText })),
})

/** `content/home.json`: the operator's texts of the home and plans pages. */
export const homeContent = z.strictObject({
  announcement: z.optional(z.strictObject({ text: shortText, url: pageLink })),
  /** Two short lines. */
  headline: z.tuple([shortText, shortText]),
  lead: shortText,
  assurances: z.array(shortText),
  scene: drawnJob,
  /** The first has the measured figure beside it, the second the talks. */
  services: z.array(service).check(z.minLength(1), z.maxLength(3)),
  /** A measured figure, dated in its note. */
  proof: z.strictObject({
    figure: shortText,
    text: shortText,
    table: figureTable,
    note: shortText,
  }),
  talks: z.array(
    z.strictObject({
      question: shortText,
      answer: shortText,
      credit: z.int().check(z.gte(1)),
      note: shortText,
      isStopped: z.optional(z.boolean()),
    }),
  ),
  clients: z.strictObject({
    title: shortText,
    text: shortText,
    models: z.array(shortText),
    forms: z.array(clientForm).check(z.minLength(1), z.maxLength(3)),
  }),
  /** Movements of an example account, oldest first; the page computes the balances. */
  statement: z.strictObject({
    title: shortText,
    text: shortText,
    caption: shortText,
    rows: z.array(
      z.strictObject({ when: shortText, what: shortText, note: shortText, delta: z.int() }),
    ),
  }),
  questions: z.array(questionAndAnswer),
  /** The public prices as tables. */
  rates: z.array(figureTable),
  /** What is the same in all plans. */
  planNotes: z.array(shortText),
  planQuestions: z.array(questionAndAnswer),
  closing: z.strictObject({ title: shortText, text: shortText }),
})
export type HomeContent = z.output<typeof homeContent>

/** Texts of single pages; a document contains only those that it shows. */
export interface PageWords extends Record<ArticleName, Article> {
  home: Omit<HomeContent, 'closing'>
  /** From `content/home.json`, for all public pages. */
  closing: HomeContent['closing']
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
