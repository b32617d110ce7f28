import { ARTICLES } from '#contract/content/article.ts'
import {
  homeContent,
  type PageWords,
  plansContent,
  type PlanOffer,
  type Site,
  type SiteContent,
  siteContent,
  type SupportLink,
} from '#contract/content/content.ts'
import {
  advantageContent,
  campaignContent,
  caseContent,
  productContent,
} from '#contract/content/page-content.ts'
import type { PaymentMethodType } from '#contract/shapes.ts'
import type { Config } from '../../config/config.ts'
import { drawQrCode } from '../../lib/qr-code.ts'
import { readArticles } from './articles.ts'
import { findPlanProblems } from './check-plan-prices.ts'
import { ContentError, readContentFile } from './content-file.ts'
import { pictureSource } from '../pages/inline-picture.ts'
import { addLineNumber } from './json-places.ts'
import { pageProblems } from './page-problems.ts'
import { type Picture, readPicture } from './read-picture.ts'
import { type PlanTerms, type ValueOf, valuesOf, withPlanValues } from './placeholders.ts'

/** The operator's content as the program uses it; read once at start. */
export interface Content {
  site: SiteContent
  /** Support links with their QR codes drawn. */
  support: readonly SupportLink[]
  /** Words of single pages. */
  words: PageWords
  /** What a fresh database starts with, in order. */
  plans: readonly PlanOffer[]
  logo: Picture
  icon: Picture
  /** Pictures of the pages, by their file names. */
  pictures: ReadonlyMap<string, Picture>
}

/**
 * Reads the content folder; texts may name the payment methods. `toolsUrl` takes the place of the demo's address of
 * the tools. Throws ContentError with all mistakes of the folder.
 */
export function loadContent(
  folder: string,
  methods: readonly PaymentMethodType[],
  { toolsUrl = null }: { toolsUrl?: string | null } = {},
): Content {
  const problems: string[] = []
  const given = readContentFile(folder, 'site.json', siteContent, problems)
  const site = given && withoutEmptyWelcome(withTools(given, toolsUrl))
  const plans = readPlans(folder, 'plans.json', site?.currency ?? null, problems)
  const read = readWords(folder, valuesOf(site, methods, plans), problems)
  const words = read?.words
  if (site) problems.push(...siteProblems(site))
  const logo = site && readPicture(folder, 'site.json：logo', site.logo, problems)
  const icon = site && readPicture(folder, 'site.json：icon', site.icon, problems)
  const pictures = new Map<string, Picture>()
  for (const [place, name] of read ? [...picturesOf(read.words), ...read.screens] : []) {
    const picture = readPicture(folder, place, name, problems)
    if (picture) pictures.set(name, picture)
  }
  if (!site || !words || !plans || !logo || !icon || problems.length > 0)
    throw new ContentError(problems.map((problem) => addLineNumber(folder, problem)))
  return {
    site,
    words,
    support: site.support.map((entry) =>
      entry.kind === 'qr' ? { ...entry, qr: drawQrCode(entry.text) } : entry,
    ),
    plans,
    logo,
    icon,
    pictures,
  }
}

/** Where pages name a picture, and its file. */
function picturesOf({ home, product, campaign }: PageWords): (readonly [string, string])[] {
  const screens = [
    ...product.features.map(({ screen }, at) => [`product.json：features[${at}]`, screen] as const),
    ['gg.json：scene', campaign.scene.screen] as const,
  ]
  return [
    ['home.json：scene.photo.file', home.scene.photo.file],
    ...screens.flatMap(([place, { light, dark }]) => [
      [`${place}.screen.light`, light] as const,
      [`${place}.screen.dark`, dark] as const,
    ]),
  ]
}

/** An amount of 0 is the same as no setting. */
function withoutEmptyWelcome({ welcomeCredit, ...site }: SiteContent): SiteContent {
  return { ...site, ...(welcomeCredit && welcomeCredit.amount > 0 && { welcomeCredit }) }
}

/** The operator's own address stays. */
function withTools(site: SiteContent, toolsUrl: string | null): SiteContent {
  const { toolsUrl: given } = site
  if (toolsUrl === null || !new URL(given).hostname.endsWith('.example.com')) return site
  const replace = (url: string) => (url === given ? toolsUrl : url)
  const downloads = site.downloads.map((file) => ({ ...file, url: replace(file.url) }))
  return { ...site, toolsUrl, downloads }
}

interface ReadWords {
  words: PageWords
  /** Where texts name a picture, and its file. */
  screens: (readonly [string, string])[]
}

function readWords(folder: string, valueOf: ValueOf, problems: string[]): ReadWords | null {
  const home = readContentFile(folder, 'home.json', homeContent, problems, valueOf)
  const product = readContentFile(folder, 'product.json', productContent, problems, valueOf)
  const advantage = readContentFile(folder, 'advantage.json', advantageContent, problems, valueOf)
  const cases = readContentFile(folder, 'case.json', caseContent, problems, valueOf)
  const campaign = readContentFile(folder, 'gg.json', campaignContent, problems, valueOf)
  const texts = readArticles(folder, valueOf, problems)
  if (!home || !product || !advantage || !cases || !campaign || !texts) return null
  const { closing, ...homeWords } = home
  const words = { home: homeWords, closing, product, advantage, cases, campaign, ...texts.articles }
  problems.push(...pageProblems(words))
  const screens = texts.screens.flatMap(({ place, files }) =>
    files.map((file) => [place, file] as const),
  )
  return { words, screens }
}

/** Reads plans in the form of `plans.json`, in their order; adds mistakes to `problems`. */
export function readPlans(
  folder: string,
  name: string,
  siteCurrency: string | null,
  problems: string[],
): PlanOffer[] | null {
  const plans = readContentFile(folder, name, plansContent, problems)
  if (!plans) return null
  problems.push(...findPlanProblems(plans, siteCurrency).map((problem) => `${name}：${problem}`))
  return plans.map((plan) => ({ ...plan, currency: plan.currency ?? siteCurrency ?? '' }))
}

/** What the browser gets: the operator's content, with what plans cost now, and the public settings. */
export function toSite(
  content: Content,
  config: Config,
  terms: readonly PlanTerms[] = content.plans,
): Site {
  const { site, support } = content
  // a plan of plans.json that is not applied yet says what it will cost
  const longWords = withPlanValues(content.words, [...terms, ...content.plans])
  const {
    logo,
    icon,
    downloads,
    colors: _colors,
    support: _,
    passwordWords: _words,
    ...words
  } = site
  const logoUrl = `/brand/${logo}`
  const { provider, publishableKey, methods, sandboxUrl } = config.payments
  return {
    ...words,
    ...longWords,
    support: [...support],
    titles: Object.fromEntries(ARTICLES.map((name) => [`/${name}`, longWords[name].title])),
    logoUrl,
    logoSource: pictureSource(content.logo, logoUrl),
    publicUrl: config.publicUrl,
    apiBase: config.apiBase,
    payments: {
      provider,
      publishableKey,
      methods: [...methods],
      ...(sandboxUrl !== null && { sandboxUrl }),
    },
    captcha: { provider: config.captcha.provider, siteKey: config.captcha.siteKey },
    testMode: config.isProduction && provider === 'sandbox',
  }
}

function siteProblems({ currency, timeZone }: SiteContent): string[] {
  const problems: string[] = []
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) {
    problems.push(`site.json：currency 不是已知的货币：${currency}`)
  }
  if (!isTimeZone(timeZone)) problems.push(`site.json：timeZone 不是已知的时区：${timeZone}`)
  return problems
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('zh-CN', { timeZone: name }))
  } catch {
    return false
  }
}
