import * as z from 'zod/mini'

/** Field rules shared by the schemas of the operator's files. */

export const text = z.string().check(z.minLength(1), z.maxLength(400))
export const question = z.strictObject({ question: text, answer: text })
export const toolIcon = z.enum(['chat', 'translate', 'pen', 'file', 'find', 'layers'])
