import * as z from 'zod/mini'
import { file, questionAndAnswer, shortText, toolIcon } from './content-parts.ts'

/** Schemas of the texts of single public pages: `content/product.json` and others. */

/** The meta description of the page. */
const description = shortText
const card = z.strictObject({ title: shortText, text: shortText })
const count = z.int().check(z.gte(1))

/** A picture of the product in the light and the dark scheme, with the sentence that stands for it. */
const screen = z.strictObject({ label: shortText, light: file, dark: file })
export type Screen = z.output<typeof screen>

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
      screen,
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
  scene: z.strictObject({ title: shortText, text: shortText, points: z.array(shortText), screen }),
  steps: z.array(card),
  legal: shortText,
})
export type CampaignContent = z.output<typeof campaignContent>
