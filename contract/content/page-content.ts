import * as z from 'zod/mini'
import { questionAndAnswer, shortText, toolIcon } from './content-parts.ts'

/** Schemas of the texts of single public pages: `content/product.json` and others. */

/** The meta description of the page. */
const description = shortText
const card = z.strictObject({ title: shortText, text: shortText })
const count = z.int().check(z.gte(1))

/** A drawn window of the product. It is decoration: screen readers skip it. */
const scene = z.discriminatedUnion('kind', [
  /** A conversation; `list` is its last answer as a check list. */
  z.strictObject({
    kind: z.literal('talk'),
    label: shortText,
    title: shortText,
    turns: z.array(
      z.strictObject({ isMine: z.boolean(), text: shortText, source: z.optional(shortText) }),
    ),
    list: z.optional(z.array(shortText)),
    foot: shortText,
    credit: count,
  }),
  /** The cost of a job before its start. */
  z.strictObject({
    kind: z.literal('quote'),
    label: shortText,
    title: shortText,
    facts: z.array(z.strictObject({ name: shortText, value: shortText })),
    creditLabel: shortText,
    credit: count,
    terms: z.strictObject({ title: shortText, pairs: z.array(z.tuple([shortText, shortText])) }),
  }),
  /** A text with its changes marked. */
  z.strictObject({
    kind: z.literal('draft'),
    label: shortText,
    title: shortText,
    heading: shortText,
    paragraphs: z.array(
      z.array(z.strictObject({ change: z.enum(['kept', 'removed', 'added']), text: shortText })),
    ),
    foot: shortText,
    tone: shortText,
  }),
  /** A question about a document, with an answer, its sources and a chart. */
  z.strictObject({
    kind: z.literal('reading'),
    label: shortText,
    title: shortText,
    question: shortText,
    answer: shortText,
    source: shortText,
    bars: z.array(z.strictObject({ name: shortText, value: count })),
  }),
])
export type Scene = z.output<typeof scene>

/** `content/product.json` */
export const productContent = z.strictObject({
  description,
  lead: shortText,
  features: z.array(
    z.strictObject({
      /** Anchor of the section: `/product#translate`. */
      id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, '应为小写字母开头的字母、数字或连字符')),
      icon: toolIcon,
      name: shortText,
      title: shortText,
      text: shortText,
      points: z.array(shortText),
      scene,
    }),
  ),
  limits: z.strictObject({
    title: shortText,
    text: shortText,
    /** One name for each column; each row has as many values. */
    columns: z.array(shortText),
    rows: z.array(z.strictObject({ name: shortText, values: z.array(shortText) })),
    note: shortText,
  }),
  questions: z.array(questionAndAnswer),
})
export type ProductContent = z.output<typeof productContent>

/** One party of a card payment, and what it sees. */
const party = z.strictObject({ title: shortText, text: shortText, lines: z.array(shortText) })

/** `content/advantage.json` */
export const advantageContent = z.strictObject({
  description,
  lead: shortText,
  reasons: z.strictObject({ title: shortText, items: z.array(card) }),
  comparison: z.strictObject({
    title: shortText,
    text: shortText,
    /** The first column is this shop. */
    columns: z.array(shortText),
    rows: z.array(z.strictObject({ name: shortText, values: z.array(shortText) })),
    note: shortText,
  }),
  notFor: z.strictObject({ title: shortText, text: shortText, items: z.array(card) }),
  /** Which party sees what of a card payment. */
  card: z.strictObject({
    title: shortText,
    text: shortText,
    /** The buyer's browser, this shop, and the payment provider. */
    yours: party,
    ours: party,
    theirs: party,
  }),
  money: z.strictObject({ title: shortText, text: shortText, items: z.array(card) }),
  questions: z.array(questionAndAnswer),
})
export type AdvantageContent = z.output<typeof advantageContent>

const workedCase = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, '应为小写字母开头的字母、数字或连字符')),
  who: shortText,
  title: shortText,
  text: shortText,
  /** Used tools: each costs `quantity` × `rate` credit; the page computes the sums. */
  uses: z
    .array(
      z.strictObject({
        icon: toolIcon,
        text: shortText,
        quantity: count,
        unit: shortText,
        rate: count,
      }),
    )
    .check(z.minLength(1)),
  tip: shortText,
})
export type WorkedCase = z.output<typeof workedCase>

/** `content/case.json` */
export const caseContent = z.strictObject({
  description,
  lead: shortText,
  /** Tools of the filter, in display order. */
  tools: z.array(z.strictObject({ icon: toolIcon, name: shortText })),
  teaser: z.strictObject({ title: shortText, text: shortText }),
  cases: z.array(workedCase).check(z.minLength(1)),
  note: shortText,
})
export type CaseContent = z.output<typeof caseContent>

/** `content/gg.json` */
export const campaignContent = z.strictObject({
  description,
  /** Two short lines; the second is highlighted. */
  headline: z.tuple([shortText, shortText]),
  lead: shortText,
  action: shortText,
  assurances: z.array(shortText),
  facts: z
    .array(
      z.discriminatedUnion('kind', [
        /** The price of `credit` in the recommended plan. */
        z.strictObject({ kind: z.literal('price'), credit: count, text: shortText }),
        z.strictObject({ kind: z.literal('words'), value: shortText, text: shortText }),
      ]),
    )
    .check(z.maxLength(3)),
  scene: z.strictObject({ title: shortText, text: shortText, points: z.array(shortText), scene }),
  steps: z.array(card),
  legal: shortText,
})
export type CampaignContent = z.output<typeof campaignContent>
