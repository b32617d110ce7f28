import type { Config } from '../../config/config.ts'

/** Public documents load nothing from other origins; account documents load the payment form and the captcha. */
export type DocumentZone = 'public' | 'account'

export const CSP_REPORT_PATH = '/csp-report'

/** Address of the rules that tell browsers which pages they may prepare before a visit. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json'

type Sources = Record<'script' | 'frame' | 'connect' | 'img' | 'style', readonly string[]>

const NONE: Sources = { script: [], frame: [], connect: [], img: [], style: [] }

/** Sources that Stripe requires: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE: Sources = {
  ...NONE,
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  img: ['https://*.stripe.com'],
}

const CAPTCHAS: Record<Config['captcha']['provider'], Sources> = {
  altcha: NONE,
  turnstile: {
    ...NONE,
    script: ['https://challenges.cloudflare.com'],
    frame: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    ...NONE,
    script: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    frame: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    connect: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    style: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  recaptcha: {
    ...NONE,
    script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    connect: ['https://www.google.com/recaptcha/'],
  },
}

type CspSettings = Pick<Config, 'apiBase' | 'payments' | 'captcha'> & FileHeaderSettings

/** External sources of the account documents; public documents have none. */
function listExternalSources({ payments, captcha }: CspSettings): Sources[] {
  const sandbox: Sources = { ...NONE, connect: payments.sandboxUrl ? [payments.sandboxUrl] : [] }
  return [payments.provider === 'stripe' ? STRIPE : sandbox, CAPTCHAS[captcha.provider]]
}

/** The content security policy of a document: nothing inline, and from other origins only what the zone needs. */
export function contentSecurityPolicy(config: CspSettings, zone: DocumentZone): string {
  const externalSources = zone === 'account' ? listExternalSources(config) : []
  const from = (kind: keyof Sources) => externalSources.flatMap((sources) => sources[kind])
  const loadsScripts = from('script').length > 0
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...from('script')],
    ['style-src', "'self'", ...from('style')],
    ['img-src', "'self'", 'data:', ...from('img')],
    ['connect-src', "'self'", ...(config.apiBase ? [config.apiBase] : []), ...from('connect')],
    ['frame-src', ...(from('frame').length > 0 ? from('frame') : ["'none'"])],
    ['worker-src', "'self'"],
    ['manifest-src', "'self'"],
    ['form-action', "'self'"],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    // external scripts set script addresses as plain text, which trusted types refuse
    ...(loadsScripts ? [] : trustedTypes(zone)),
    ['report-uri', CSP_REPORT_PATH],
    ['report-to', 'csp'],
  ]
  return directives.map((parts) => parts.join(' ')).join('; ')
}

/** Scripts may not turn strings into code; only the captcha's policy may, to start its worker (web/account/captcha/altcha.ts). */
function trustedTypes(zone: DocumentZone): [string, string][] {
  return [
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', zone === 'account' ? 'captcha' : "'none'"],
  ]
}

const HSTS = 'max-age=31536000'

/** `publicUrl` is the origin that answers: the shop's, or the console's. */
export type FileHeaderSettings = Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'hstsSubdomains'>>

/** The headers of a document without those that depend on its bytes. */
export function documentHeaders(
  config: CspSettings,
  zone: DocumentZone,
  path: string,
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    // a document names hashed files, so browsers revalidate it each time and mostly get a 304
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(config, zone),
    'reporting-endpoints': `csp="${CSP_REPORT_PATH}"`,
    'cross-origin-opener-policy': 'same-origin',
    // no page of another site takes a document in as a part of its own
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    'referrer-policy': referrerPolicy(zone, path),
    ...(zone === 'public' && { 'speculation-rules': `"${SPECULATION_RULES_PATH}"` }),
    ...fileHeaders(config),
  }
}

/** Headers of every response. */
export function fileHeaders({
  publicUrl,
  hstsSubdomains = false,
}: FileHeaderSettings): Record<string, string> {
  const hsts = hstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': hsts }),
  }
}

/** Their addresses may have a secret: a mailed token, or what Stripe adds when it leads back. */
const SECRET_PAGES = ['/account/reset-password', '/account/stripe-callback']

function referrerPolicy(zone: DocumentZone, path: string): string {
  if (SECRET_PAGES.some((page) => path.startsWith(page))) return 'no-referrer'
  return zone === 'account' ? 'same-origin' : 'strict-origin-when-cross-origin'
}
