import * as z from 'zod/mini'
import type { JobOrder } from '../wire/job.ts'
import { countCharacters, MOST_CHARACTERS, MOST_LENGTH, priceOf } from '../wire/price.ts'
import { findTool, type Tool } from '../wire/tools.ts'
import { JobError } from './job-error.ts'

const order = z.object({
  id: z.string().check(z.regex(/^[\w-]{8,64}$/)),
  tool: z.string(),
  choice: z.string(),
  text: z.string(),
})

/** An order that can be worked on, with its price. */
export interface PricedOrder extends JobOrder {
  id: string
  tool: Tool['id']
  name: string
  label: string
  characters: number
  cost: number
}

/** Throws JobError for an order that is none, for an empty text and for one that is too long. */
export function readOrder(given: unknown): PricedOrder {
  const parsed = order.safeParse(given)
  if (!parsed.success) throw new JobError('VALIDATION')
  const { id, choice, text } = parsed.data
  const tool = findTool(parsed.data.tool)
  if (tool === undefined) throw new JobError('NOT_FOUND')
  const chosen = tool.choices.find(({ value }) => value === choice)
  if (chosen === undefined) {
    const values = tool.choices.map(({ value }) => value).join('、')
    throw new JobError('VALIDATION', { message: `${tool.choiceName}不对，可以是 ${values}` })
  }
  if (text.length > MOST_LENGTH) throw new JobError('TEXT_TOO_LONG')
  const characters = countCharacters(text)
  if (characters === 0)
    throw new JobError('VALIDATION', { message: '文字是空的，没有可以转换的内容' })
  if (characters > MOST_CHARACTERS) {
    const message = `文字有 ${characters.toLocaleString('en')} 字，一次最多 ${MOST_CHARACTERS.toLocaleString('en')} 字，请分几次`
    throw new JobError('TEXT_TOO_LONG', { message })
  }
  const cost = priceOf(characters, tool.pricePerHundred)
  // a lone half of a surrogate pair is no text
  const clean = { id, choice, text: text.toWellFormed() }
  return { ...clean, tool: tool.id, name: tool.name, label: chosen.label, characters, cost }
}
