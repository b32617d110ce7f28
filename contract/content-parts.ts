import * as z from 'zod/mini'

/** What the operator's files are made of. */

export const text = z.string().check(z.minLength(1), z.maxLength(400))
export const question = z.strictObject({ question: text, answer: text })
export const toolIcon = z.enum(['chat', 'translate', 'pen', 'file', 'find', 'layers'])
