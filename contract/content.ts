import * as z from 'zod/mini'
import { combo, type PaymentMethodType } from './shapes.ts'
import { downloadItem } from './site.ts'

/** The operator's words. `content/site.json` is read by this schema at start. */

const text = z.string().check(z.minLength(1), z.maxLength(400))
/** A file in the content folder. */
const file = z
  .string()
  .check(z.regex(/^[\w-]+\.(svg|png|webp)$/, '应为 content 目录里的 .svg、.png 或 .webp 文件名'))
/** An absolute https address, or a path of this site. */
const link = z
  .string()
  .check(z.regex(/^(https:\/\/\S+|\/(?!\/)\S*)$/, '应为 https:// 开头的网址，或 / 开头的站内路径'))

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
  toolsUrl: link,
  toolsLabel: text,
  support: z.array(supportLink),
  supportHours: text,
  downloads: z.array(downloadItem),
  icp: z.optional(z.strictObject({ text, url: link })),
  company: text,
  termsUrl: link,
  privacyUrl: link,
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

const question = z.strictObject({ question: text, answer: text })
const tool = z.strictObject({
  icon: z.enum(['chat', 'translate', 'pen', 'file', 'find', 'layers']),
  name: text,
  text,
  /** What it costs, in words: “8 积分／千字符”. */
  rate: text,
})

/** `content/home.json`: the words of the home and the plans page that are this operator's own. */
export const homeContent = z.strictObject({
  announcement: z.optional(z.strictObject({ text, url: link })),
  /** Two short lines; the second is lit. */
  headline: z.tuple([text, text]),
  lead: text,
  assurances: z.array(text),
  toolsTitle: text,
  tools: z.array(tool),
  steps: z.array(z.strictObject({ title: text, text })),
  /** What a plan is enough for: `credit` is compared with the recommended plan. */
  estimates: z.array(z.strictObject({ text, credit: z.int().check(z.gte(1)) })),
  questions: z.array(question),
  planAssurances: z.array(text),
  planQuestions: z.array(question),
  closing: z.strictObject({ title: text, text }),
})
export type HomeContent = z.output<typeof homeContent>

/** What the browser is told, as a JSON data block in every document. */
export interface Site extends Omit<SiteContent, 'support' | 'downloads' | 'logo' | 'icon'> {
  support: SupportLink[]
  /** Left out of the account documents, which do not show it. */
  home?: HomeContent
  logoUrl: string
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
