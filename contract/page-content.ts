import * as z from 'zod/mini'
import { question, text, toolIcon } from './content-parts.ts'

/** Schemas of the texts of single public pages: `content/product.json` and others. */

/** The meta description of the page. */
const description = text
const card = z.strictObject({ title: text, text })
const count = z.int().check(z.gte(1))

/** A drawn window of the product. It is decoration: screen readers skip it. */
const scene = z.discriminatedUnion('kind', [
  /** A conversation; `list` is its last answer as a check list. */
  z.strictObject({
    kind: z.literal('talk'),
    label: text,
    title: text,
    turns: z.array(z.strictObject({ isMine: z.boolean(), text, source: z.optional(text) })),
    list: z.optional(z.array(text)),
    foot: text,
    credit: count,
  }),
  /** The cost of a job before its start. */
  z.strictObject({
    kind: z.literal('quote'),
    label: text,
    title: text,
    facts: z.array(z.strictObject({ name: text, value: text })),
    creditLabel: text,
    credit: count,
    terms: z.strictObject({ title: text, pairs: z.array(z.tuple([text, text])) }),
  }),
  /** A text with its changes marked. */
  z.strictObject({
    kind: z.literal('draft'),
    label: text,
    title: text,
    heading: text,
    paragraphs: z.array(
      z.array(z.strictObject({ change: z.enum(['kept', 'removed', 'added']), text })),
    ),
    foot: text,
    tone: text,
  }),
  /** A question about a document, with an answer, its sources and a chart. */
  z.strictObject({
    kind: z.literal('reading'),
    label: text,
    title: text,
    question: text,
    answer: text,
    source: text,
    bars: z.array(z.strictObject({ name: text, value: count })),
  }),
])
export type Scene = z.output<typeof scene>

/** `content/product.json` */
export const productContent = z.strictObject({
  description,
  lead: text,
  features: z.array(
    z.strictObject({
      /** Anchor of the section: `/product#translate`. */
      id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, '应为小写字母开头的字母、数字或连字符')),
      icon: toolIcon,
      name: text,
      title: text,
      text,
      points: z.array(text),
      scene,
    }),
  ),
  limits: z.strictObject({
    title: text,
    text,
    /** One name for each column; each row has as many values. */
    columns: z.array(text),
    rows: z.array(z.strictObject({ name: text, values: z.array(text) })),
    note: text,
  }),
  questions: z.array(question),
})
export type ProductContent = z.output<typeof productContent>

/** One party of a card payment, and what it sees. */
const party = z.strictObject({ title: text, text, lines: z.array(text) })

/** `content/advantage.json` */
export const advantageContent = z.strictObject({
  description,
  lead: text,
  reasons: z.strictObject({ title: text, items: z.array(card) }),
  comparison: z.strictObject({
    title: text,
    text,
    /** The first column is this shop. */
    columns: z.array(text),
    rows: z.array(z.strictObject({ name: text, values: z.array(text) })),
    note: text,
  }),
  notFor: z.strictObject({ title: text, text, items: z.array(card) }),
  /** Which party sees what of a card payment. */
  card: z.strictObject({
    title: text,
    text,
    /** The buyer's browser, this shop, and the payment provider. */
    yours: party,
    ours: party,
    theirs: party,
  }),
  money: z.strictObject({ title: text, text, items: z.array(card) }),
  questions: z.array(question),
})
export type AdvantageContent = z.output<typeof advantageContent>

const workedCase = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, '应为小写字母开头的字母、数字或连字符')),
  who: text,
  title: text,
  text,
  /** Used tools: each costs `quantity` × `rate` credit; the page computes the sums. */
  uses: z
    .array(z.strictObject({ icon: toolIcon, text, quantity: count, unit: text, rate: count }))
    .check(z.minLength(1)),
  tip: text,
})
export type WorkedCase = z.output<typeof workedCase>

/** `content/case.json` */
export const caseContent = z.strictObject({
  description,
  lead: text,
  /** Tools of the filter, in display order. */
  tools: z.array(z.strictObject({ icon: toolIcon, name: text })),
  teaser: z.strictObject({ title: text, text }),
  cases: z.array(workedCase).check(z.minLength(1)),
  note: text,
})
export type CaseContent = z.output<typeof caseContent>

/** `content/gg.json` */
export const campaignContent = z.strictObject({
  description,
  /** Two short lines; the second is highlighted. */
  headline: z.tuple([text, text]),
  lead: text,
  action: text,
  assurances: z.array(text),
  facts: z
    .array(
      z.discriminatedUnion('kind', [
        /** The price of `credit` in the recommended plan. */
        z.strictObject({ kind: z.literal('price'), credit: count, text }),
        z.strictObject({ kind: z.literal('words'), value: text, text }),
      ]),
    )
    .check(z.maxLength(3)),
  scene: z.strictObject({ title: text, text, points: z.array(text), scene }),
  steps: z.array(card),
  legal: text,
})
export type CampaignContent = z.output<typeof campaignContent>
