/**
 * The part of schema.org that our documents speak. What a type may hold is held by the compiler already
 * (`schema-dts`); this looks at the values of the finished documents: empty texts, addresses that are
 * relative, plans without a price.
 */
type Kind = 'Text' | 'URL' | 'Date' | 'Integer' | 'Number' | TypeName
type TypeName = keyof typeof TYPES

const THING = { name: ['Text'], description: ['Text'], url: ['URL'], image: ['URL'] } as const

const CREATIVE_WORK = {
  ...THING,
  headline: ['Text'],
  inLanguage: ['Text'],
  author: ['Organization'],
  publisher: ['Organization'],
  datePublished: ['Date'],
  dateModified: ['Date'],
} as const

const TYPES = {
  Organization: { ...THING, logo: ['URL'], email: ['Text'], address: ['Text'] },
  Brand: { ...THING, logo: ['URL'] },
  WebSite: { ...THING, inLanguage: ['Text'], publisher: ['Organization'] },
  Product: { ...THING, brand: ['Brand', 'Organization'], offers: ['Offer'] },
  Offer: {
    ...THING,
    price: ['Number', 'Text'],
    priceCurrency: ['Text'],
    availability: ['URL'],
    seller: ['Organization'],
  },
  FAQPage: { ...THING, mainEntity: ['Question'] },
  Question: { ...THING, acceptedAnswer: ['Answer'] },
  Answer: { ...THING, text: ['Text'] },
  BreadcrumbList: { ...THING, itemListElement: ['ListItem'] },
  ListItem: { ...THING, position: ['Integer', 'Text'], item: ['URL'] },
  HowTo: { ...THING, step: ['HowToStep'] },
  HowToStep: { ...THING, text: ['Text'], position: ['Integer', 'Text'] },
  WebPage: { ...CREATIVE_WORK },
  Article: { ...CREATIVE_WORK },
  TechArticle: { ...CREATIVE_WORK },
} as const

/** What search engines cannot do without: https://developers.google.com/search/docs/appearance/structured-data */
const NEEDED: Partial<Record<TypeName, readonly string[]>> = {
  Organization: ['name', 'url'],
  Product: ['name', 'offers'],
  Offer: ['price', 'priceCurrency'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
}

/** What is wrong with the structured data of a document; each names its place. */
export function structuredDataFaults(html: string): string[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)
  return [...blocks].flatMap(([, json = '']) => {
    const thing: unknown = JSON.parse(json)
    const isInContext = isRecord(thing) && thing['@context'] === 'https://schema.org'
    return [...(isInContext ? [] : ['@context is not https://schema.org']), ...faultsOf(thing, '')]
  })
}

function faultsOf(thing: unknown, place: string): string[] {
  if (!isRecord(thing)) return [`${place} is no thing`]
  const type = thing['@type']
  if (!isType(type)) return [`${place}${String(type)} is no type that we know`]
  const here = `${place}${type}`
  const missing = (NEEDED[type] ?? []).filter((name) => isEmpty(thing[name]))
  const properties: Record<string, readonly Kind[]> = TYPES[type]
  return [
    ...missing.map((name) => `${here} lacks ${name}`),
    ...Object.entries(thing)
      .filter(([name]) => !name.startsWith('@'))
      .flatMap(([name, value]) => {
        const kinds = properties[name]
        if (!kinds) return [`${here} has no property ${name}`]
        return [value].flat().flatMap((each) => valueFaults(each, kinds, `${here}.${name}`))
      }),
  ]
}

function valueFaults(value: unknown, kinds: readonly Kind[], place: string): string[] {
  if (isRecord(value)) {
    const isFitting = kinds.some((kind) => kind === value['@type'])
    return [
      ...(isFitting ? [] : [`${place} is no ${kinds.join(' or ')}`]),
      ...faultsOf(value, `${place} › `),
    ]
  }
  return kinds.some((kind) => isPlain(value, kind)) ? [] : [`${place} is no ${kinds.join(' or ')}`]
}

function isPlain(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'Text':
      return typeof value === 'string' && value.trim() !== ''
    case 'URL':
      return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
    case 'Date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)
    case 'Integer':
      return Number.isInteger(value)
    case 'Number':
      return typeof value === 'number' && Number.isFinite(value)
    default:
      return false
  }
}

function isType(name: unknown): name is TypeName {
  return typeof name === 'string' && Object.hasOwn(TYPES, name)
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
