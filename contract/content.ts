import * as z from 'zod/mini'
import { combo } from './shapes.ts'
import { downloadItem } from './site.ts'

/** The operator's words. `content/site.json` is read by this schema at start. */

const text = z.string().check(z.minLength(1), z.maxLength(400))
/** An absolute https address, or a path of this site. */
const link = z.string().check(z.regex(/^(https:\/\/\S+|\/\S*)$/))

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
  /** File in the content folder. */
  logo: text,
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
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  timeZone: z._default(text, 'Asia/Shanghai'),
  creditUnit: z._default(text, '积分'),
})
export type SiteContent = z.output<typeof siteContent>

/** `content/plans.json`: the combos a fresh database starts with, in their order. */
export const plansContent = z.array(
  z.strictObject({ ...combo.shape, currency: z.optional(combo.shape.currency) }),
)

/** What the browser is told, as a JSON data block in every document. */
export interface Site extends Omit<SiteContent, 'support' | 'downloads' | 'logo'> {
  support: SupportLink[]
  logoUrl: string
  /** Origin without a trailing slash. */
  publicUrl: string
  /** '' = the page's own origin. */
  apiBase: string
  payments: {
    provider: 'stripe' | 'sandbox'
    publishableKey: string
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
